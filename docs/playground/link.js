// The link of the playground: the part behind the "#" holds the whole state.
"use strict";

(() => {
  const data = JSON.parse(document.getElementById("pg-data").textContent);

  const EMPTY = {
    game: "tictactoe", position: "", moves: [], functions: "", tree: "build_tree(rules)", stages: [], search: "minimax",
    levels: 2, width: 3,
  };
  const KEYS = { stage: "stages" }; // one for each stage, in order; the other keys are the fields' names

  // Half of a pair of code units, which a field may hold, has no place in a link.
  const escaped = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("%20", "+")
    .replace(/%(2C|3A|3B|3D|40|2F|3F)/g, (code) => decodeURIComponent(code));
  const unescaped = (text) => decodeURIComponent(text.replaceAll("+", " "));

  // The part of a link behind the "#".
  function show(state) {
    const pairs = [["game", state.game]];
    for (const key of ["position", "functions", "tree", "levels", "width"]) {
      if (state[key] !== EMPTY[key]) pairs.push([key, String(state[key])]);
    }
    if (state.moves.length) pairs.splice(state.position ? 2 : 1, 0, ["moves", state.moves.join(" ")]);
    for (const stage of state.stages) pairs.push(["stage", stage]);
    pairs.push(["search", state.search]);
    return pairs.map(([key, value]) => `${key}=${escaped(value)}`).join("&");
  }

  // The state that a link holds; an error says what is wrong with it.
  function parse(text) {
    const state = { ...EMPTY, moves: [], stages: [] };
    const seen = new Set();
    for (const pair of text.split("&")) {
      const at = pair.indexOf("=");
      const key = pair.slice(0, Math.max(at, 0)), field = KEYS[key] ?? key;
      if (at < 0 || !(field in EMPTY) || key === "stages") throw new Error(`it has no field ${JSON.stringify(pair.slice(0, 40))}`);
      if (seen.has(key) && field !== "stages") throw new Error(`it has two fields ${key}`);
      seen.add(key);
      let value;
      try {
        value = unescaped(pair.slice(at + 1));
      } catch {
        throw new Error(`the field ${key} cannot be read`);
      }
      if (field === "stages") state.stages.push(value);
      else if (field === "moves") state.moves = words(value);
      else if (typeof EMPTY[field] === "number") state[field] = whole(key, value);
      else state[field] = value;
    }
    return seen.has("stage") || seen.has("search") ? state : { ...state, ...usual(state.game) };
  }

  // What a game begins with: stages as deep as it allows, and a search.
  const usual = (game) => ({ stages: data.usual[game.split(":")[0]] ?? [], search: "alpha_beta" });

  function whole(key, text) {
    if (!/^[1-9]\d?$/.test(text)) throw new Error(`${key} is a whole number from 1 to 99, not ${JSON.stringify(text.slice(0, 20))}`);
    return Number(text);
  }

  const words = (text) => text.split(/\s+/).filter(Boolean);

  window.playground = { show, parse, usual, words, EMPTY };
})();
