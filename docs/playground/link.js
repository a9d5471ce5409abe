// Links: the part behind the "#" holds the whole state of a page.
"use strict";

(() => {
  // Half of a pair of code units, which a field may hold, has no place in a link.
  const escaped = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("%20", "+")
    .replace(/%(2C|3A|3B|3D|40|2F|3F)/g, (code) => decodeURIComponent(code));
  const unescaped = (text) => decodeURIComponent(text.replaceAll("+", " "));
  const words = (text) => text.split(/\s+/).filter(Boolean);

  function whole(key, text) {
    if (!/^[1-9]\d?$/.test(text)) throw new Error(`${key} is a whole number from 1 to 99, not ${JSON.stringify(text.slice(0, 20))}`);
    return Number(text);
  }

  // The two functions between the states of a page and their links. `empty` has all fields, in the order of links; those
  // that are as there are left out, but for `always`. A field of `lists` has a key of its own for each of its texts.
  function links(empty, always, lists, completed) {
    function show(state) {
      const pairs = Object.keys(empty).flatMap((field) => {
        const value = state[field];
        if (lists[field]) return value.map((each) => [lists[field], each]);
        const text = Array.isArray(value) ? value.join(" ") : String(value);
        return always.includes(field) || text !== String(empty[field]) ? [[field, text]] : [];
      });
      return pairs.map(([key, value]) => `${key}=${escaped(value)}`).join("&");
    }

    // The state that a link holds; an error says what is wrong with it.
    function parse(text) {
      const state = { ...structuredClone(empty) }, seen = new Set();
      for (const pair of text.split("&")) {
        const at = pair.indexOf("="), key = pair.slice(0, Math.max(at, 0));
        const field = Object.keys(lists).find((each) => lists[each] === key) ?? key;
        if (at < 0 || !Object.hasOwn(empty, field) || lists[key]) throw new Error(`it has no field ${JSON.stringify(pair.slice(0, 40))}`);
        if (seen.has(key) && !lists[field]) throw new Error(`it has two fields ${key}`);
        seen.add(key);
        let value;
        try {
          value = unescaped(pair.slice(at + 1));
        } catch {
          throw new Error(`the field ${key} cannot be read`);
        }
        if (lists[field]) state[field].push(value);
        else if (Array.isArray(empty[field])) state[field] = words(value);
        else state[field] = typeof empty[field] === "number" ? whole(key, value) : value;
      }
      return completed(state, seen);
    }

    return { show, parse };
  }

  // --- The playground ---

  const EMPTY = {
    game: "tictactoe", position: "", moves: [], functions: "", tree: "build_tree(rules)", levels: 2, width: 3, stages: [],
    search: "minimax", at: [], beside: "",
  };
  const data = JSON.parse(document.getElementById("pg-data").textContent);

  // What a game begins with: stages as deep as it allows, and a search.
  const usual = (game) => ({ stages: data.usual[game.split(":")[0]] ?? [], search: "alpha_beta" });
  const playground = links(EMPTY, ["game", "search"], { stages: "stage" }, (state, seen) => {
    if (state.beside) playground.parse(state.beside); // which refuses what is wrong
    return seen.has("stage") || seen.has("search") ? state : { ...state, ...usual(state.game) };
  });
  window.playground = { ...playground, usual, words, EMPTY };

  // --- The page where one plays ---

  const START = { game: "tictactoe", position: "", moves: [], bot: "", you: "first", seed: 1 };
  const bot = (game) => data.usual[game.split(":")[0]] ?? "random";
  const playing = links(START, ["game", "bot"], {},
    (state, seen) => (seen.has("bot") ? state : { ...state, bot: bot(state.game) }));
  window.playing = { ...playing, bot, START };
})();
