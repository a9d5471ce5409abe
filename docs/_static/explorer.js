// The explorer: what is shown, the controls, the link. The walks are recorded (explorer-data.js), or computed by the
// library in the browser where the pages were built with it (window.live).
"use strict";

{
  const { counted, marked, ready, moved, after, line, byMove, byMoves, current, state, stepTo } = explorerWalks;
  const { heading, said } = explorerWords;
  const { WALKERS, ROW, svg, html, winning, inWords, boardPicture, paintStrip, sizes, heads, paintTree } = explorerPictures;
  const LIMIT = "Only recorded positions can be shown here. Others are computed by the library itself, in pages that are "
    + "built with an interpreter for the browser: CONTRIBUTING.md says how.";
  const LOOKS = { seen: "examined", cut: "cut off", todo: "not reached" };
  const won = (cells) => winning(explorerData.lines, cells);
  const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean).map(Number);
  const less = window.matchMedia("(prefers-reduced-motion: reduce)");

  // The board after some moves, X first; null if a cell is taken twice or is none.
  function boardAfter(moves) {
    return moves.reduce((cells, move, i) => (cells?.[move] === "." ? marked(cells, move, "XO"[i % 2]) : null), ".".repeat(9));
  }

  function explorer(root) {
    const part = (name) => root.querySelector(`[data-part="${name}"]`);
    const positions = [...explorerData.positions];
    let tree = null, size = null; // what is chosen, made ready, and how large it is drawn
    let step = 0, chosen = "window", at = null; // at: the node that was clicked, if the leaf is not the one to show
    let timer = null, later = null, python = null, used = false; // used: the link is written for who has touched something
    let asked = 0, waiting = 0; // asked: how many positions were asked for; waiting: how many of them the library searches

    const walk = () => tree.walks[chosen];
    const leaf = () => current(walk(), step);
    const node = () => at ?? (leaf() === null ? 0 : tree.leaves[leaf()]);

    // --- positions

    const recorded = (moves) => {
      const cells = boardAfter(moves);
      return positions.find(({ board }) => board === cells);
    };

    // A position that is recorded, or that the library computes now.
    async function found(text) {
      const known = recorded(numbers(text));
      if (known) return known;
      if (!window.live) throw new Error(LIMIT);
      python ??= new window.live.Interpreter();
      python.onprogress = (words) => { part("progress").textContent = words; };
      part("progress").textContent = "The library searches this position.";
      part("stop").hidden = false;
      waiting += 1;
      try {
        const position = await python.call("explore.own", text);
        positions.push(position);
        listPositions();
        return position;
      } finally {
        waiting -= 1;
        part("stop").hidden = waiting === 0;
        if (waiting === 0) part("progress").textContent = "";
      }
    }

    // Shows a position, or says why not, unless another was asked for meanwhile.
    function ask(text, shown, refused) {
      asked += 1;
      const mine = asked;
      const ifLast = (then) => (found) => { if (mine === asked) then(found); };
      return found(text).then(ifLast(shown), ifLast(refused));
    }

    function listPositions() {
      part("position").replaceChildren(...positions.map(({ moves, words }, i) =>
        html("option", { value: i }, (moves.length ? `after ${moves.join(", ")}: ` : "") + words)));
      if (tree) part("position").value = positions.indexOf(tree.position);
    }

    function show(position, depth) {
      pause();
      tree = ready(position, Math.max(1, Math.min(depth, position.trees.length)));
      part("position").value = positions.indexOf(position);
      part("depth").replaceChildren(...position.trees.map(({ children }, i) => {
        const leaves = children.split("0").length - 1;
        return html("option", { value: i + 1 }, `${i + 1} (${counted(leaves, "leaf", "leaves")})`);
      }));
      part("depth").value = tree.depth;
      part("step").max = tree.count;
      say("");
      fit();
      go(0);
    }

    function open(text) {
      ask(text, (position) => {
        show(position, tree.depth);
        part("position").scrollIntoView({ block: "nearest" });
      }, (error) => say(error.name === "Stopped" ? "Stopped." : error.message));
    }

    function say(words) {
      part("message").textContent = words;
      part("message").hidden = !words;
      if (words) part("message").scrollIntoView({ block: "nearest" });
    }

    // --- the link

    function link() {
      const shown = { position: tree.position.moves.join(), depth: tree.depth, walk: chosen, step,
        ...(at === null ? {} : { at: line(tree, at).map((n) => tree.move[n]).join() }) };
      return `#${Object.entries(shown).map((pair) => pair.join("=")).join("&")}`;
    }

    function keepLink() { // some browsers refuse to be told a hundred times
      clearTimeout(later);
      later = setTimeout(() => { if (used && timer === null) history.replaceState(history.state, "", link()); }, 200);
    }

    // Shows what a link says; what it says wrongly is said, and left as it is.
    function restore(hash) {
      const told = new URLSearchParams(hash.slice(1));
      ask(told.get("position"), (position) => showLinked(position, told),
        (error) => say(`This link cannot be shown: ${error.message}`));
    }

    function showLinked(position, told) {
      const wrong = [];
      const number = (name, least, most, otherwise) => {
        const given = told.get(name);
        if (given === null) return otherwise;
        if (/^\d+$/.test(given) && given >= least && given <= most) return Number(given);
        wrong.push(`the ${name} is from ${least} to ${most}, not \u201c${given}\u201d`);
        return otherwise;
      };
      show(position, number("depth", 1, position.trees.length, position.trees.length));
      const name = told.get("walk") ?? chosen, names = Object.keys(tree.walks), path = told.get("at");
      if (names.includes(name)) chosen = name;
      else wrong.push(`the walk is ${names.join(", ")}, not \u201c${name}\u201d`);
      step = number("step", 0, tree.count, 0);
      at = path === null ? null : byMoves(tree, numbers(path)) ?? null;
      if (path !== null && at === null) wrong.push(`no moves \u201c${path}\u201d lead through this tree`);
      if (wrong.length) say(`Not all of this link can be shown: ${wrong.join("; ")}.`);
      paint();
    }

    // --- steps

    function go(to) {
      step = Math.max(0, Math.min(tree.count, to));
      at = null;
      paint();
    }

    function choose(to, name = chosen) {
      pause();
      chosen = name;
      step = stepTo(tree, walk(), to);
      at = to;
      paint();
    }

    function pause() {
      clearTimeout(timer);
      timer = null;
      part("play").textContent = "Play";
    }

    function tick() {
      timer = setTimeout(tick, 1000 / Number(part("speed").value));
      if (step + 1 >= tree.count) pause();
      go(step + 1);
    }

    function play() {
      if (step === tree.count) step = 0;
      part("play").textContent = "Pause";
      tick();
    }

    // Draws nothing: what is being pressed must stay to be clicked.
    function stop() {
      if (timer === null) return;
      pause();
      settle();
    }

    const toggle = () => (timer === null ? play() : stop());
    const byHand = (to) => { pause(); go(to); };

    // --- what is painted

    function paint() {
      for (const [name] of WALKERS) {
        const count = paintStrip(root.querySelector(`[data-strip="${name}"]`), tree, tree.walks[name], step);
        root.querySelector(`[data-count="${name}"]`).textContent = count;
        root.querySelector(`input[value="${name}"]`).checked = name === chosen;
      }
      part("step").value = step;
      part("reached").textContent = `${step} of ${tree.count}`;
      part("heads").replaceChildren(heads(tree, size, chosen));
      picture.setAttribute("aria-label", `The tree, ${counted(tree.count, "leaf", "leaves")}. ${counts()}`);
      paintBoard();
      paintPath();
      part("heading").textContent = heading(tree, step, node());
      part("said").replaceChildren(...said(tree, walk(), step, node(), won).map((words) => html("p", {}, words)));
      follow();
      if (timer === null) settle(); // too fast to be heard while it plays
    }

    // What the chosen walk has examined, with its name.
    function counts() {
      const title = WALKERS.find(([name]) => name === chosen)[1];
      return `${title}: ${root.querySelector(`[data-count="${chosen}"]`).textContent}.`;
    }

    function settle() {
      part("status").textContent = `Step ${step}. ${counts()} ${part("heading").textContent}.`;
      keepLink();
    }

    // Where a click on a cell leads: to the move into it, or, if it was played below the root, to before it was.
    function behind(cell) {
      const back = line(tree, node()).find((n) => tree.move[n] === cell);
      return back === undefined ? byMove(tree, node(), cell) : tree.parent[back];
    }

    function paintBoard() {
      const here = node(), cells = tree.board[here], lines = won(cells);
      part("board").setAttribute("aria-label", `The board ${after(tree, here)}: ${inWords(cells)}`);
      [...part("board").children].forEach((button, cell) => {
        const mark = cells[cell], to = behind(cell), is = mark === "." && to !== undefined ? state(tree, walk(), step, to) : "";
        const leads = to === undefined ? "" : mark === "." ? `, ${moved(tree, to)}, ${LOOKS[is]}` : ", take it back";
        button.className = [`mark-${mark}`, cell === tree.move[here] && "last", lines.has(cell) && "won", is].filter(Boolean).join(" ");
        button.textContent = mark === "." ? cell : mark;
        button.setAttribute("aria-disabled", to === undefined);
        button.setAttribute("aria-label", `cell ${cell}: ${mark === "." ? "empty" : mark}${leads}`);
      });
      part("here").disabled = here === 0 || lines.size > 0 || !cells.includes(".");
    }

    function paintPath() {
      const nodes = [0, ...line(tree, node())], list = part("path");
      while (list.children.length > nodes.length) list.lastChild.remove();
      while (list.children.length < nodes.length) list.append(html("li", {}, html("button", { type: "button" })));
      nodes.forEach((n, i) => {
        const button = list.children[i].firstChild, cells = tree.board[n];
        button.dataset.node = n;
        button.replaceChildren(boardPicture(cells, tree.move[n], won(cells)), n ? moved(tree, n) : "root");
        button.setAttribute("aria-label", n ? after(tree, n) : "the root");
        button.toggleAttribute("aria-current", i === nodes.length - 1);
      });
    }

    // --- the tree: drawn as far as it is in view

    const picture = svg("svg", { role: "img" });
    part("tree").append(picture);

    function fit() {
      size = { ...sizes(tree, part("scroll").clientWidth), room: part("scroll").clientWidth };
      picture.setAttribute("width", size.width);
      picture.setAttribute("height", size.height);
    }

    function paintView() {
      const { scrollTop, clientHeight } = part("scroll");
      const view = { top: scrollTop, bottom: scrollTop + clientHeight - part("heads").offsetHeight };
      paintTree(picture, { tree, walk: walk(), step, node: node() }, size, view, won);
    }

    function follow() {
      const box = part("scroll"), inView = box.clientHeight - part("heads").offsetHeight;
      const top = (step || at ? tree.first[node()] : 0) * ROW;
      if (top < box.scrollTop || top > box.scrollTop + inView - 2 * ROW) box.scrollTop = Math.max(0, top - inView / 2);
      paintView();
    }

    // --- a position of one's own

    function paintSetup() {
      const moves = numbers(part("moves").value), cells = boardAfter(moves);
      [...part("setup").children].forEach((button, cell) => {
        const mark = cells?.[cell] ?? ".";
        button.className = `mark-${mark}`;
        button.textContent = mark === "." ? cell : mark;
        button.setAttribute("aria-label", `cell ${cell}: ${mark === "." ? "empty" : mark}`);
        button.setAttribute("aria-disabled", mark !== ".");
      });
    }

    function setUp(moves) {
      part("moves").value = moves.join(", ");
      paintSetup();
    }

    // --- what is done once

    const cell = (i) => html("button", { type: "button", "data-cell": i });
    for (const name of ["board", "setup"]) part(name).append(...Array.from({ length: 9 }, (_, i) => cell(i)));
    for (const [name, title] of WALKERS) {
      const radio = html("input", { type: "radio", name: "walker", value: name, autocomplete: "off", "aria-label": title,
        "aria-describedby": `explorer-count-${name}` }); // a name that stays, and what changes beside it
      const strip = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("path", { class: "cut" }), svg("path", { class: "seen" }));
      part("overview").append(html("label", { class: "walker" },
        html("span", { class: "named" }, html("span", {}, radio, " ", html("b", {}, title)),
          html("span", { class: "counted", id: `explorer-count-${name}`, "data-count": name })),
        html("span", { class: "strip", "data-strip": name }, strip, html("span", { class: "needle" }))));
    }

    function on(name, kind, listener) {
      part(name).addEventListener(kind, listener);
    }

    on("position", "change", () => {
      asked += 1;
      show(positions[part("position").value], tree.depth);
    });
    on("depth", "change", () => show(tree.position, Number(part("depth").value)));
    on("speed", "input", pace);
    on("step", "input", () => byHand(Number(part("step").value)));
    on("reset", "click", () => byHand(0));
    on("back", "click", () => byHand(step - 1));
    on("forward", "click", () => byHand(step + 1));
    on("end", "click", () => byHand(tree.count));
    on("play", "click", toggle);
    on("here", "click", () => open([...tree.position.moves, ...line(tree, node()).map((n) => tree.move[n])].join(", ")));
    on("overview", "change", (event) => { chosen = event.target.value; at = null; paint(); });
    on("overview", "click", (event) => {
      const strip = event.target.closest("[data-strip]");
      if (!strip) return;
      event.preventDefault(); // or the label would choose the walk a second time
      const { left, width } = strip.getBoundingClientRect();
      const place = Math.floor(((event.clientX - left) / width) * tree.count);
      choose(tree.leaves[Math.max(0, Math.min(tree.count - 1, place))], strip.dataset.strip);
    });
    on("tree", "click", (event) => {
      const { node: to, walk: name } = event.target.closest("[data-node]")?.dataset ?? {};
      if (to !== undefined) choose(Number(to), name);
    });
    on("path", "click", (event) => {
      const button = event.target.closest("button");
      if (button) choose(Number(button.dataset.node));
    });
    on("board", "click", (event) => {
      const to = behind(Number(event.target.dataset.cell));
      if (to !== undefined) choose(to);
    });
    on("setup", "click", (event) => {
      const moves = numbers(part("moves").value), to = event.target.dataset.cell;
      if (to !== undefined && event.target.getAttribute("aria-disabled") === "false") setUp([...moves, to]);
    });
    on("moves", "input", paintSetup);
    on("takeback", "click", () => setUp(numbers(part("moves").value).slice(0, -1)));
    on("form", "submit", (event) => { event.preventDefault(); open(part("moves").value); });
    on("stop", "click", () => python?.stop());
    on("scroll", "scroll", paintView);

    function pace() {
      part("pace").textContent = `${part("speed").value} a second`;
    }

    // The first touch stops what plays by itself, wherever it is; the button that pauses does so on its own.
    const touched = (event) => { if (!part("play").contains(event.target)) stop(); };
    root.addEventListener("pointerdown", touched);
    for (const kind of ["click", "keydown", "input"]) root.addEventListener(kind, () => { used = true; }, { capture: true });
    root.addEventListener("wheel", (event) => { if (part("scroll").contains(event.target)) stop(); }, { passive: true });
    // After a click the keys step and play; who came by Tab keeps the focus where it is.
    root.addEventListener("click", (event) => {
      if (event.detail && event.target.closest("button, label.walker, .tree")) root.focus({ preventScroll: true });
    });
    root.addEventListener("keydown", (event) => {
      const { key, target } = event, own = target.matches("select, input") || target.closest("summary");
      if (event.ctrlKey || event.altKey || event.metaKey || own) return;
      const keys = { ArrowLeft: () => byHand(step - 1), ArrowRight: () => byHand(step + 1), Home: () => byHand(0),
        End: () => byHand(tree.count), ...(target.matches("button") ? {} : { " ": toggle }) };
      if (!keys[key]) return;
      event.preventDefault();
      keys[key]();
    });

    new ResizeObserver(() => {
      if (part("scroll").clientWidth !== size.room) { fit(); paint(); }
    }).observe(part("scroll"));
    less.addEventListener("change", () => { part("still").hidden = !less.matches; if (less.matches) stop(); });
    const linked = () => /[#&]position=/.test(location.hash);
    window.addEventListener("hashchange", () => { if (linked()) restore(location.hash); });

    listPositions();
    pace();
    paintSetup();
    part("still").hidden = !less.matches;
    show(recorded(numbers(root.dataset.moves)), Number(root.dataset.depth));
    if (linked()) restore(location.hash);
    else if (less.matches) go(Math.floor(walk().order.length / 2));
    else { // plays as soon as it can be seen
      const seen = new IntersectionObserver(([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        seen.disconnect();
        if (step === 0 && at === null) play();
      });
      seen.observe(part("step"));
    }
  }

  for (const root of document.querySelectorAll(".explorer")) explorer(root);
}
