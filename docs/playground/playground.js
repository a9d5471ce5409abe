// The playground: one state, which is also the link; one `render`, which shows it. Python runs in `window.live`.
"use strict";

(() => {
  const $ = (id) => document.getElementById(`pg-${id}`);
  const data = JSON.parse($("data").textContent);
  const { show, parse, usual, words, EMPTY } = window.playground;
  const { element, button, roving, fill } = window.boards;
  const { pipeline, alone, beside, time } = window.compared;

  // --- Where there is no interpreter, the page keeps its example ---

  if (window.live === undefined) return;
  if (location.protocol === "file:") {
    $("why").textContent = "A page that is opened as a file cannot start Python, so it shows one search, made when it"
      + " was built. In the folder of these pages run python -m http.server, then open http://localhost:8000/playground.html.";
    return;
  }

  // --- The model: the state, what is known of it, and what is going on ---

  // A run: `other` is the result of the pipeline beside this one, `drawn` the tree.
  const IDLE = { phase: "idle", words: "", result: null, other: null, drawn: null, wrong: "", line: "" };
  const { Interpreter, explained } = window.live;
  const python = new Interpreter();
  const searched = (state) => show({ ...state, levels: 2, width: 3, at: [], beside: "" }); // all that decides what is found
  const looks = new Map(data.looks.map(([state, look]) => [searched(state), look])); // what is known without Python
  let model = { state: data.first, look: looks.get(searched(data.first)), looking: false, run: IDLE, said: "" };
  let began = 0; // when what runs began

  function set(changes) {
    model = { ...model, ...changes };
    render(model);
  }

  // Another state, the one that its link holds: what was found is gone, and Python is asked what it looks like.
  function change(changes, said = "") {
    python.start(); // it will be needed
    const link = show({ ...model.state, at: [], ...changes });
    adopt(parse(link), said);
    history.replaceState(null, "", `#${link}`);
  }

  // Another state in which the same is found.
  function turn(changes, run = {}, said = "") {
    set({ state: { ...model.state, ...changes }, run: { ...model.run, ...run }, said });
    history.replaceState(null, "", `#${show(model.state)}`);
  }

  function adopt(state, said = "") {
    if (busy(model)) python.stop();
    const known = looks.get(searched(state));
    const position = state.game === model.state.game ? model.look.position : null; // until there is another
    const status = said && known ? ` ${known.position.status}` : "";
    set({ state, run: IDLE, said: said + status, looking: !known, look: known ?? { position, code: "", wrong: "" } });
    if (!known) look(state);
  }

  async function look(state) {
    try {
      const found = await python.call("playground.look", state);
      if (searched(model.state) !== searched(state)) return; // another was chosen meanwhile
      const status = model.said && found.position ? ` ${found.position.status}` : "";
      set({ looking: false, look: found, said: model.said + status });
    } catch (error) {
      if (model.state !== state) return;
      if (error.name === "Stopped") return void look(state); // a search was stopped, and this was waiting
      $("loading").hidden = true;
      set({ looking: false, run: { ...IDLE, wrong: explained(error) } });
    }
  }

  async function run() {
    const { state } = model;
    began = performance.now();
    set({ run: { ...IDLE, phase: "running" }, said: "Running." });
    const { top } = $("result").getBoundingClientRect();
    if (top > 0.6 * innerHeight) $("result").scrollIntoView({ block: "center" });
    try {
      const result = await python.call("playground.answer", state);
      const other = state.beside && model.state === state ? await python.call("playground.answer", beside(state)) : null;
      if (model.state !== state) return;
      const wrong = result.wrong;
      const told = wrong ? "" : `${title(state, result)}. ${result.leaves} leaves, ${result.nodes} nodes.`;
      set({ run: { ...IDLE, result: wrong ? null : result, other, wrong, line: result.line }, said: told });
      if (!wrong && result.nodes <= data.drawable) await draw();
    } catch (error) {
      ended(error, state);
    }
  }

  async function draw() {
    const { state, run: { result, other, drawn } } = model;
    began = performance.now();
    set({ run: { ...IDLE, phase: "drawing", result, other, drawn } });
    try {
      const found = await python.call("playground.tree", state);
      if (model.state !== state) return;
      set({ run: { ...IDLE, result, other, drawn: found } });
    } catch (error) {
      ended(error, state, { result, other });
    }
  }

  function ended(error, state, kept = {}) {
    $("loading").hidden = true;
    if (model.state !== state) return; // another was chosen, which this result does not belong to
    const after = `Stopped after ${seconds()} s. The next search starts Python again.`;
    const stopped = error.name === "Stopped";
    set({ run: { ...IDLE, ...kept, words: stopped ? after : "", wrong: stopped ? "" : explained(error) }, said: stopped ? after : "" });
  }

  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const busy = ({ run }) => run.phase === "running" || run.phase === "drawing";
  const title = (state, result) => (state.search.includes("best_move") ? `Move ${result.value}` : `Value ${result.value}`);

  python.onprogress = (words, fraction) => {
    $("loading").hidden = fraction >= 1;
    began = performance.now(); // what waits for Python has not begun
    $("progress").value = fraction;
    $("progress-words").textContent = `${words}: some seconds, once`;
  };

  setInterval(() => {
    if (busy(model) && $("loading").hidden) $("elapsed").textContent = `${model.run.phase === "drawing" ? "Drawing the tree" : "Running"}, ${seconds()} s`;
  }, 100);

  // --- What the reader does ---

  const play = (move) => change({ moves: [...model.state.moves, move] }, `You played ${move}.`);
  const say = (said) => set({ said });
  const copy = (text, from) => window.boards.copy(text, from, say);
  const showBoard = window.boards.board($, play, say);
  const showTree = window.trees.tree($, (at) => {
    turn({ at });
    draw();
  });

  function stage(index, changes) {
    const stages = [...model.state.stages];
    stages.splice(index, 1, ...changes);
    change({ stages });
  }

  function moveStage(index, by) {
    const stages = [...model.state.stages];
    [stages[index], stages[index + by]] = [stages[index + by], stages[index]];
    change({ stages }, `Stage ${index + 1} is now stage ${index + by + 1}.`);
    const [wanted, other] = by < 0 ? ["up", "down"] : ["down", "up"];
    const row = $("stages").children[index + by];
    (row.querySelector(`.pg-${wanted}:enabled`) ?? row.querySelector(`.pg-${other}`)).focus();
  }

  function removeStage(index) {
    change({ stages: model.state.stages.toSpliced(index, 1) }, `Stage ${index + 1} is removed.`);
    const rows = $("stages").children;
    (rows[Math.min(index, rows.length - 1)]?.querySelector(".pg-remove") ?? $("add")).focus();
  }

  // The stage that says how deep the tree is, and the number in it.
  function depth(stages) {
    const index = stages.findIndex((each) => /^\s*prune\(\s*\d\d?\s*\)\s*$/.test(each));
    return index < 0 ? null : { index, number: Number(stages[index].match(/\d+/)[0]) };
  }

  function setDepth(text) {
    const { stages } = model.state, { index } = depth(stages);
    if (/^\d\d?$/.test(text.trim())) return change({ stages: stages.with(index, `prune(${Number(text)})`) });
    return set({ run: { ...IDLE, wrong: `The depth is a whole number from 0 to 99, not ${JSON.stringify(text.slice(0, 20))}.` } });
  }

  // A stage on positions stands before the values.
  function addStage(text, last) {
    const { stages } = model.state;
    const values = stages.findIndex((each) => /^\s*(map_tree|prefer_quick_wins)\b/.test(each));
    const at = last || values < 0 ? stages.length : values;
    change({ stages: stages.toSpliced(at, 0, text) }, `${text} is stage ${at + 1}.`);
    return at;
  }

  const keeping = () => ({ beside: model.state.beside }); // what is compared with stays

  // The stages of another game would be too deep or too shallow, unless they are the reader's own.
  function chooseGame(game) {
    const { state } = model;
    const offered = [[], usual(state.game).stages, ...data.presets.map(([, , preset]) => preset.stages)];
    const untouched = offered.some((stages) => JSON.stringify(stages) === JSON.stringify(state.stages));
    change({ ...(untouched ? { ...EMPTY, ...usual(game), ...keeping() } : {}), game, moves: [], position: "" });
  }

  // --- What is shown ---

  function renderPosition({ state, look, looking }) {
    const name = state.game.split(":")[0];
    fill($("game"), name);
    const usage = data.games.find(([each]) => each === name)?.[2] ?? "";
    $("size-field").hidden = !usage;
    $("size").placeholder = usage;
    fill($("size"), state.game.slice(name.length + 1));
    fill($("line"), state.moves.join(" "));
    $("undo").disabled = $("reset").disabled = !state.moves.length && !state.position;
    const { position } = look;
    $("status").textContent = looking ? "Python sets up the board\u2026" : position?.status ?? "";
    showBoard(position, !looking);
    $("board").classList.toggle("pg-gone", looking && !position); // that of another game
    if (!looking) fill($("text"), state.position || (position?.text ?? ""));
  }

  function renderDepth({ stages }) {
    const found = depth(stages);
    $("deep").hidden = !found;
    if (!found) return;
    fill($("depth"), String(found.number));
    $("slider").max = Math.max(12, found.number);
    $("slider").value = found.number;
  }

  function renderStages({ stages }) {
    const list = $("stages");
    while (list.children.length > stages.length) list.lastChild.remove();
    while (list.children.length < stages.length) list.append(row(list.children.length));
    $("none").hidden = stages.length > 0;
    stages.forEach((text, index) => {
      const [field, up, down, remove] = list.children[index].children;
      fill(field, text);
      up.disabled = index === 0;
      down.disabled = index === stages.length - 1;
      up.ariaLabel = `move stage ${index + 1}, ${text}, up`;
      down.ariaLabel = `move stage ${index + 1}, ${text}, down`;
      remove.ariaLabel = `remove stage ${index + 1}, ${text}`;
    });
  }

  function row(index) {
    const field = element("input", { type: "text", spellcheck: false, ariaLabel: `stage ${index + 1}` });
    field.onchange = () => {
      if (field.value.trim()) return stage(index, [field.value]);
      field.blur(); // so that it can show the next one
      return removeStage(index);
    };
    return element("li", {}, field,
      button("\u2191", () => moveStage(index, -1), { className: "pg-up" }),
      button("\u2193", () => moveStage(index, 1), { className: "pg-down" }),
      button("\u00d7", () => removeStage(index), { className: "pg-remove" }));
  }

  function renderRun({ state, run, look, looking }) {
    const running = busy(model);
    $("fields").disabled = running;
    $("run").textContent = running ? "Stop" : "Run";
    $("run").classList.toggle("pg-stop", running);
    for (const id of ["levels", "width", "draw"]) $(id).disabled = running;
    if (!running) $("elapsed").textContent = run.words;
    const unread = looking || look.position ? "" : look.wrong; // a position that cannot be reached
    $("unread").hidden = !unread;
    $("unread").textContent = unread;
    const wrong = run.wrong || (looking || unread ? "" : look.wrong);
    $("wrong").hidden = !wrong;
    $("wrong").replaceChildren(wrong, ...(run.line ? [element("code", { textContent: run.line })] : []));
    $("found").hidden = !run.result;
    $("nothing").hidden = Boolean(run.result || wrong);
    for (const id of ["levels", "width"]) {
      const text = String(state[id]);
      if (![...$(id).options].some(({ value }) => value === text)) $(id).append(option(text)); // from a link
      $(id).value = text;
    }
    $("drawn").hidden = $("legend").hidden = !run.drawn;
    $("drawn").classList.toggle("pg-old", running);
    $("draw").hidden = running || Boolean(run.drawn);
    showTree.picture(run.drawn);
    $("trail").hidden = !state.at.length;
    showTree.trail(state.at, run.drawn?.line ?? []);
    const line = [...state.moves, ...(run.drawn?.line ?? [""])];
    $("go").hidden = !state.at.length || !line.every(Boolean);
    for (const each of [$("go"), ...$("trail").children]) each.disabled = running;
    $("single").hidden = Boolean(state.beside);
    if (!run.result) return;
    $("value").textContent = title(state, run.result);
    $("about").textContent = run.result.about;
    $("leaves").textContent = run.result.leaves.toLocaleString("en");
    $("nodes").textContent = run.result.nodes.toLocaleString("en");
    $("seconds").textContent = time(run.result);
  }

  function render(model) {
    const { state, look, said, looking } = model;
    renderPosition(model);
    fill($("tree"), state.tree);
    renderDepth(state);
    renderStages(state);
    fill($("search"), state.search);
    fill($("functions"), state.functions);
    renderRun(model);
    window.compared.render($, model);
    if (!looking) $("code").textContent = look.code;
    $("code").classList.toggle("pg-old", looking);
    $("copy").disabled = !look.code;
    const preset = data.presets.find(([, , each]) => searched(each) === searched(state));
    $("preset").textContent = preset ? preset[1] : "";
    for (const each of $("presets").children) each.ariaPressed = String(each.textContent === preset?.[0]);
    $("said").textContent = said;
  }

  // --- Begin ---

  function option(text, value = text) {
    return element("option", { textContent: text, value });
  }

  function offers(list, choose) {
    return element("ul", {}, ...list.map(([text, about, last]) =>
      element("li", {}, button(text, () => choose(text, last)), element("span", { textContent: about }))));
  }

  $("presets").append(...data.presets.map(([name, , state]) => button(name, () => change({ ...state, ...keeping() }, `${name} is loaded.`))));
  roving($("presets"), "button")();
  $("game").append(...data.games.map(([name, about]) => option(`${name}: ${about}`, name)));
  $("trees").append(offers(data.trees, (tree) => change({ tree }, `The tree is ${tree}.`)));
  for (const [group, list] of data.stages) {
    $("palette").append(element("h3", { textContent: group }), offers(list, addStage));
  }
  $("searches").append(offers(data.searches, (search) => change({ search }, `The search is ${search}.`)));
  $("levels").append(...[1, 2, 3, 4].map((each) => option(String(each))));
  $("width").append(...[2, 3, 4, 5, 7, 9].map((each) => option(String(each))));
  $("own").onclick = () => {
    const at = addStage("(lambda tree: tree)", false);
    const field = $("stages").children[at].firstChild;
    field.focus();
    field.select();
  };
  $("game").onchange = () => chooseGame($("game").value);
  $("size").onchange = () => chooseGame([$("game").value, ...($("size").value.trim() ? [$("size").value.trim()] : [])].join(":"));
  $("line").onchange = () => change({ moves: words($("line").value) });
  $("undo").onclick = () => change(model.state.moves.length ? { moves: model.state.moves.slice(0, -1) } : { position: "" }, "Undone.");
  $("reset").onclick = () => change({ moves: [], position: "" }, "The game is at its start.");
  $("text").onchange = () => change({ position: $("text").value.trim() ? $("text").value : "", moves: [] });
  for (const id of ["tree", "search", "functions"]) $(id).onchange = () => change({ [id]: $(id).value });
  for (const id of ["levels", "width"]) {
    $(id).onchange = () => {
      const { drawn } = model.run;
      turn({ [id]: Number($(id).value) });
      if (drawn) draw();
    };
  }
  $("depth").onchange = () => setDepth($("depth").value);
  $("slider").oninput = () => { $("depth").value = $("slider").value; };
  $("slider").onchange = () => setDepth($("slider").value);
  $("keep").onclick = () => turn({ beside: alone(model.state) }, { other: model.run.result }, "Kept. Change the pipeline, and run both.");
  $("swap").onclick = () => change({ ...pipeline(beside(model.state)), beside: alone(model.state) }, "Swapped.");
  $("forget").onclick = () => {
    turn({ beside: "" }, { other: null });
    $("keep").focus();
  };
  $("go").onclick = () => {
    change({ moves: [...model.state.moves, ...model.run.drawn.line] }, "The search begins here.");
    run();
  };
  $("skip").onclick = () => $("run").focus();
  $("run").onclick = () => (busy(model) ? python.stop() : run());
  $("draw").onclick = draw;
  $("copy").onclick = () => copy(model.look.code, $("copy"));
  $("copy-link").onclick = () => copy(location.href.split("#")[0] + `#${show(model.state)}`, $("copy-link"));
  $("form").onsubmit = (event) => event.preventDefault();
  $("form").onkeydown = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    $("run").focus({ preventScroll: true }); // what was written is taken over; while it runs, the fields cannot be used
    if (!busy(model)) run();
  };
  addEventListener("hashchange", fromLink);

  function fromLink() {
    const hash = location.hash.slice(1);
    if (!hash.includes("=")) return render(model);
    try {
      adopt(parse(hash));
    } catch (error) {
      set({ run: { ...IDLE, wrong: `This link cannot be used: ${error.message}. The playground begins with its first example.` } });
    }
  }

  $("example").hidden = true;
  $("form").hidden = false;
  fromLink();
})();
