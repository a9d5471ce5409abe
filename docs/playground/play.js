// A game against a bot: one state, which is also the link, and what Python has returned about it so far.
"use strict";

(() => {
  const $ = (id) => document.getElementById(`pg-${id}`);
  const data = JSON.parse($("data").textContent);
  const { show, parse, bot: usual, START } = window.playing;
  const { element, fill } = window.boards;

  if (window !== window.top) { // in the front page, which links leave
    document.documentElement.classList.add("framed");
    document.head.append(Object.assign(document.createElement("base"), { target: "_top" }));
  }
  if (window.live === undefined) return;
  if (location.protocol === "file:") {
    $("why").textContent = "A page that is opened as a file cannot start Python, so it shows a board only. In the folder of"
      + " these pages run python -m http.server, then open http://localhost:8000/play.html.";
    return;
  }

  // --- The model: the state, and what is known ---

  const PATIENCE = 2000, QUICK = 1; // ms that a search may go on that is not wanted any more; seconds
  const { Interpreter, explained } = window.live;
  const python = new Interpreter();
  const known = new Map(); // what the functions of play.py return, which is always the same for the same state
  const memo = (name, state) => known.get(`${name} ${show(state)}`);
  const learn = (name, state, found) => known.set(`${name} ${show(state)}`, found);
  let model = { state: data.first, last: null, halted: null, said: "", loaded: false, wishes: new Set() };
  let asking = null; // the call that Python works on: it has one at a time
  let compile_early = 0;

  for (const [state, look] of data.looks) learn("look", state, look);

  function set(changes) {
    model = { ...model, ...changes };
    render(model);
  }

  const change = (changes, said = "") => {
    const link = show({ ...model.state, ...changes });
    history.replaceState(null, "", `#${link}`);
    adopt(parse(link), said);
  };

  // Another state. What Python still works on may be useful for it; otherwise it is ended if it takes long.
  function adopt(state, said = "") {
    const before = memo("look", model.state)?.position, same = state.game === model.state.game;
    set({ state, said: `${said} ${memo("look", state)?.status ?? ""}`.trim(), halted: null, last: same ? before ?? model.last : null });
    clearTimeout(compile_early);
    const going = asking;
    if (going) compile_early = setTimeout(() => { if (asking === going && model.loaded && !isWanted(going)) python.stop(); }, PATIENCE);
    advance();
  }

  // The state before the bot's last move, in which it saw what is shown.
  function before(state) {
    const asked = memo("look", state)?.asked ?? null;
    return asked === null ? null : { ...state, moves: state.moves.slice(0, asked) };
  }

  const isBots = ({ mover, wrong }, { you }) => !wrong && mover !== "" && mover !== you;
  const isYours = ({ mover, wrong }, { you }) => !wrong && mover === you;

  // The function to ask next, and of which state; null if all that is wanted is known.
  function next({ state, wishes }) {
    const look = memo("look", state);
    if (!look) return ["look", state];
    if (isBots(look, state)) return ["reply", state];
    const asked = before(state);
    return asked && !memo("seen", asked) && (memo("reply", asked)?.seconds < QUICK || wishes.has(show(asked))) ? ["seen", asked] : null;
  }

  function isWanted([name, state]) {
    const [wanted, of] = next(model) ?? [];
    return wanted === name && show(of) === show(state);
  }

  // Ask for what is missing, one thing after the other; what comes for another state is kept, and not shown.
  async function advance() {
    if (asking || model.halted) return;
    const wanted = next(model);
    if (!wanted) return;
    const [name, state] = wanted, bots = name === "reply" && memo("reply", state);
    if (bots) return change({ moves: [...state.moves, bots.move] }, `The bot played ${bots.move}.`);
    asking = wanted;
    render(model);
    try {
      learn(name, state, await python.call(`play.${name}`, state));
    } catch (error) {
      model.loaded = false;
      if (isWanted(wanted)) model.halted = { wrong: error.name === "Stopped" ? "" : explained(error) };
      wake();
    }
    asking = null;
    announce(wanted);
    render(model);
    return advance();
  }

  // What is new is said to those who do not see it.
  function announce([name, state]) {
    if (name === "look" && state === model.state) model.said = `${model.said} ${memo("look", state)?.status ?? ""}`.trim();
  }

  // Starts Python before it is needed, and says so if it does not start.
  function wake() {
    python.call("play.look", data.first).catch((error) => {
      if (error.name !== "Stopped") set({ halted: { wrong: explained(error) } });
    });
  }

  python.onprogress = (words, fraction) => {
    $("progress").value = fraction;
    $("progress-words").textContent = `${words}: some seconds, once; a move that you choose now is played then`;
    set({ loaded: fraction >= 1 });
  };

  // --- What is shown ---

  const play = (move) => change({ moves: [...model.state.moves, move] }, `You played ${move}.`);
  const say = (said) => set({ said });
  const showBoard = window.boards.board($, play, say);
  const copy = (text, from) => window.boards.copy(text, from, say);

  function renderChoice({ state }) {
    const [name, ...size] = state.game.split(":"), usage = data.games.find(([each]) => each === name)?.[2] ?? "";
    fill($("game"), name);
    $("size-field").hidden = !usage;
    $("size").placeholder = usage;
    fill($("size"), size.join(":"));
    const [kind, ...number] = state.bot.split(":"), described = data.bots.find(([each]) => each === kind);
    fill($("bot"), kind);
    $("number-field").hidden = !described?.[2];
    $("number-name").textContent = described?.[3] ?? "";
    fill($("number"), number.join(":"));
    const about = described?.[1].replace(/\b[DN]\b/, (letter) => number[0] || letter) ?? "";
    $("about").textContent = about && `${about[0].toUpperCase()}${about.slice(1)}.`;
  }

  function renderGame({ state, last, loaded, halted }) {
    const look = memo("look", state), bots = look && isBots(look, state);
    const ready = Boolean(look) && isYours(look, state) && !halted?.wrong; // a move waits for Python
    showBoard(look ? look.position : last, ready || look?.mover === "");
    const thinking = bots && !halted;
    const status = look ? (thinking ? "The bot thinks\u2026" : look.status) : "Python sets up the board\u2026";
    $("status").textContent = look?.wrong || halted?.wrong ? "" : status;
    $("loading").hidden = loaded;
    $("status").hidden = !loaded;
    $("undo").disabled = !look || look.back === null;
    $("swap").disabled = !look || Boolean(look.wrong) || look.mover === "";
    $("again").disabled = !state.moves.length && !state.position;
    $("stop").hidden = !bots;
    $("stop").textContent = halted ? "Let the bot move" : "Stop";
    $("stop").disabled = !halted && !(asking && loaded);
    const wrong = halted?.wrong || look?.wrong || "";
    $("wrong").hidden = !wrong;
    $("wrong").textContent = wrong;
    fill($("line"), state.moves.join(" "));
    if (look) fill($("text"), state.position || (look.position?.text ?? ""));
    $("code").textContent = look?.code ?? "";
    $("copy").disabled = !look?.code;
  }

  function renderSeen({ state, loaded }) {
    const asked = before(state), seen = asked && memo("seen", asked);
    $("sight").hidden = !seen;
    $("blind").hidden = Boolean(seen);
    const going = asking?.[0] === "seen";
    $("blind").textContent = asked ? (going ? "Repeating its analysis\u2026" : "") : "The bot has not moved yet.";
    $("see").hidden = !asked || Boolean(seen) || going;
    $("see").disabled = !loaded;
    if (!seen) return;
    const played = state.moves[asked.moves.length];
    $("seen-about").textContent = seen.about;
    $("values").replaceChildren(...seen.moves.map(({ text, value }) => element("tr", text === played ? { className: "pg-played" } : {},
      element("th", { scope: "row", textContent: text }), element("td", { textContent: text === played ? `${value} (played)` : value }))));
    $("table").hidden = !seen.moves.length;
    $("expected").hidden = !seen.line;
    $("expected-line").textContent = seen.line;
    $("tree").hidden = !seen.stages.length;
    const { game, position, moves } = asked, search = "best_move(search=alpha_beta)";
    $("tree").href = `playground.html#${window.playground.show({ ...window.playground.EMPTY, game, position, moves, stages: seen.stages, search })}`;
  }

  // Who came by the keyboard stays on the board where a button is disabled, or the last move is played.
  function keepFocus(before) {
    if (before !== document.body && document.activeElement === document.body || before.disabled) {
      ($("moves").querySelector("[tabindex='0']") ?? $("moves")).focus({ preventScroll: true });
    }
  }

  function render(model) {
    const before = document.activeElement;
    renderChoice(model);
    renderGame(model);
    renderSeen(model);
    keepFocus(before);
    $("said").textContent = model.said;
  }

  // --- What the reader does ---

  const named = (name, rest) => (rest.trim() ? `${name}:${rest.trim()}` : name);
  const begin = (game) => change({ ...START, game, you: model.state.you, bot: usual(game) });
  const option = (textContent, value) => element("option", { textContent, value });

  $("game").append(...data.games.map(([name, about]) => option(`${name}: ${about}`, name)));
  $("bot").append(...data.bots.map(([name]) => option(name, name)));
  $("game").onchange = () => begin($("game").value);
  $("size").onchange = () => begin(named($("game").value, $("size").value));
  $("bot").onchange = () => {
    const [name, , number] = data.bots.find(([each]) => each === $("bot").value);
    const mine = usual(model.state.game);
    change({ bot: mine.startsWith(`${name}:`) ? mine : named(name, number) });
  };
  $("number").onchange = () => change({ bot: named($("bot").value, $("number").value) });
  $("undo").onclick = () => change({ moves: model.state.moves.slice(0, memo("look", model.state).back) }, "Taken back.");
  $("swap").onclick = () => change({ you: model.state.you === "first" ? "second" : "first" }, "The sides are changed.");
  $("again").onclick = () => change({ moves: [], position: "", seed: model.state.seed % 99 + 1 }, "A new game.");
  $("stop").onclick = () => {
    if (!model.halted) return python.stop();
    set({ halted: null });
    return advance();
  };
  $("see").onclick = () => {
    set({ wishes: new Set([...model.wishes, show(before(model.state))]) });
    return advance();
  };
  $("line").onchange = () => change({ moves: window.playground.words($("line").value) });
  $("text").onchange = () => change({ position: $("text").value.trim() ? $("text").value : "", moves: [] });
  $("copy").onclick = () => copy($("code").textContent, $("copy"));
  $("copy-link").onclick = () => copy(location.href.split("#")[0] + `#${show(model.state)}`, $("copy-link"));
  $("form").onsubmit = (event) => event.preventDefault();
  addEventListener("hashchange", fromLink);

  function fromLink() {
    const hash = location.hash.slice(1);
    try {
      adopt(hash.includes("=") ? parse(hash) : data.first);
    } catch (error) {
      adopt(data.first);
      set({ halted: { wrong: `This link cannot be used: ${error.message}. The page begins with its first game.` } });
    }
  }

  $("example").hidden = true;
  $("form").hidden = false;
  wake();
  fromLink();
})();
