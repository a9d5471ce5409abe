// Shows walks that were recorded when the page was built. Nothing is searched here: a step is a place in three lists.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const WALKERS = [
  ["minimax", "Minimax", "M"],
  ["lists", "Alpha-beta, lists", "L"],
  ["window", "Alpha-beta, window", "W"],
];
const ROW = 20, MARK = 22, NARROWEST = 40, WIDEST = 160; // pixels: a leaf, a mark at its end, a box of the tree
const $ = (id) => document.getElementById(id);

let shown = null; // the tree that is chosen, made ready for looking up
let drawn = null; // the elements of its drawing
let step = 0, chosen = "window", timer = null;

// --- small things

function svg(name, attributes = {}, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

function html(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const signed = (value) => (value > 0 ? "+" : value < 0 ? "\u2212" : "") + Math.abs(value);
const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

// --- what is looked up

function ready(position, tree) {
  const size = tree.parent.length, leaves = tree.leaves.length;
  const level = Array(size).fill(0), first = Array(size).fill(Infinity), last = Array(size).fill(-1);
  for (let n = 1; n < size; n++) level[n] = level[tree.parent[n]] + 1;
  tree.leaves.forEach((n, leaf) => { first[n] = last[n] = leaf; });
  for (let n = size - 1; n > 0; n--) { // children before their parents
    const parent = tree.parent[n];
    first[parent] = Math.min(first[parent], first[n]);
    last[parent] = Math.max(last[parent], last[n]);
  }
  const walks = {};
  for (const [name, walk] of Object.entries(tree.walks)) {
    const when = Array(leaves).fill(Infinity); // the step at which a leaf is examined
    walk.order.forEach((leaf, k) => { when[leaf] = k; });
    const entered = Array(size).fill(Infinity), left = new Set(walk.cuts.map((n) => tree.parent[n]));
    tree.leaves.forEach((n, leaf) => { entered[n] = when[leaf]; });
    for (let n = size - 1; n > 0; n--) entered[tree.parent[n]] = Math.min(entered[tree.parent[n]], entered[n]);
    walks[name] = { ...walk, when, entered, left };
  }
  return { ...tree, position, size, count: leaves, level, first, last, walks };
}

const taken = (walk) => Math.min(step, walk.order.length);
// Leaves before this one are examined by now, or cut off: the next that is asked for.
const reached = (walk) => (taken(walk) < walk.order.length ? walk.order[taken(walk)] : shown.count);

function line(node) {
  const path = [];
  for (let n = node; n > 0; n = shown.parent[n]) path.unshift(n);
  return path;
}

const mover = (level) => ((level % 2 === 1) === shown.position.first ? "X" : "O"); // who has moved to get to a level
const played = (node) => line(node).map((n) => `${mover(shown.level[n])} ${shown.move[n]}`).join(", ") || "the root";

function state(walk, node) {
  if (walk.entered[node] < taken(walk)) return "seen";
  return walk.entered[node] === Infinity && shown.last[node] < reached(walk) ? "cut" : "todo";
}

// What stands in a box beside its move.
function worth(walk, node, now) {
  if (now === "cut") {
    const cut = chosen === "window" && shown.trace.cut[node];
    return cut ? { alpha: "\u03b1", beta: "\u03b2" }[cut] + signed(shown.trace[cut][node]) : "cut";
  }
  if (now !== "seen" || shown.last[node] >= reached(walk)) return "";
  if (chosen === "window") return bounded(node);
  return walk.left.has(node) ? "?" : signed(shown.value[node]); // the lists do not know the value of what they leave
}

function bounded(node) {
  const { value, alpha, beta } = shown.trace, found = value[node];
  const isLeaf = shown.leaves[shown.first[node]] === node;
  const sign = isLeaf ? "" : alpha[node] !== null && found <= alpha[node] ? "\u2264"
    : beta[node] !== null && found >= beta[node] ? "\u2265" : "";
  return sign + signed(found);
}

// --- drawing the tree once; classes and texts change with the steps

function draw() {
  const levels = shown.depth + 1;
  const wide = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(($("scroll").clientWidth - 3 * MARK - 8) / levels)));
  const width = levels * wide + 3 * MARK + 8, height = shown.count * ROW + 2;
  const picture = svg("svg", { width, height, role: "img", "aria-label": "" });
  picture.append(svg("defs", {}, svg("pattern",
    { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 6, height: 6, class: "paper" }), svg("line", { y2: 6, class: "hatch" }))));
  const rows = [], marks = WALKERS.map(() => []), boxes = [];
  for (let leaf = 0; leaf < shown.count; leaf++) {
    const y = leaf * ROW + 1, begin = (shown.level[shown.leaves[leaf]] + 1) * wide;
    rows.push(svg("rect", { x: begin, y, width: width - begin, height: ROW, class: "row" }));
    WALKERS.forEach(([, title], i) => marks[i].push(
      svg("rect", { x: levels * wide + 8 + i * MARK + 3, y: y + 4, width: 12, height: 12, class: "mark todo" },
        svg("title", {}, title))));
  }
  for (let n = 0; n < shown.size; n++) {
    const y = shown.first[n] * ROW + 1, high = (shown.last[n] - shown.first[n] + 1) * ROW;
    const words = svg("text", { x: shown.level[n] * wide + 5, y: y + 14 });
    boxes.push({ words, high, y, said: "", state: "", group: svg("g", {},
      svg("rect", { x: shown.level[n] * wide + 1, y, width: wide, height: high, class: "box" }), words) });
  }
  picture.append(...rows, ...boxes.map((box) => box.group), ...marks.flat());
  $("tree").replaceChildren(picture);
  const heads = svg("svg", { width, height: 24 });
  for (let i = 0; i < levels; i++) {
    heads.append(svg("text", { x: i * wide + 5, y: 16 }, i ? mover(i) + (wide > 70 ? " plays" : "") : "root"));
  }
  const letters = WALKERS.map(([, , letter], i) => svg("text", { x: levels * wide + 8 + i * MARK + 5, y: 16 }, letter));
  heads.append(...letters);
  $("heads").replaceChildren(heads);
  drawn = { picture, rows, marks, boxes, letters, wide: $("scroll").clientWidth };
}

// A tall box keeps its words in sight.
function float() {
  const top = $("scroll").scrollTop;
  for (const box of drawn.boxes) {
    if (box.high <= ROW) continue;
    const y = Math.max(box.y, Math.min(top, box.y + box.high - ROW)) + 14;
    if (box.at !== y) box.words.setAttribute("y", box.at = y);
  }
}

function paintTree(walk, current) {
  const now = new Set(current === null ? [] : [0, ...line(shown.leaves[current])]);
  drawn.boxes.forEach((box, n) => {
    const is = state(walk, n), look = now.has(n) ? "now" : is;
    const said = `${n ? shown.move[n] : ""} ${worth(walk, n, is)}`.trim();
    if (box.state !== look) box.group.setAttribute("class", box.state = look);
    if (box.said !== said) box.words.textContent = box.said = said;
  });
  drawn.rows.forEach((row, leaf) => row.setAttribute("class", leaf === current ? "row now" : "row"));
  WALKERS.forEach(([name], i) => {
    const other = shown.walks[name], at = taken(other) ? other.order[taken(other) - 1] : -1;
    drawn.marks[i].forEach((mark, leaf) => {
      const look = leaf === at ? "now" : state(other, shown.leaves[leaf]);
      if (mark.dataset.state !== look) mark.setAttribute("class", `mark ${mark.dataset.state = look}`);
    });
    drawn.letters[i].setAttribute("class", name === chosen ? "chosen" : "");
  });
}

function follow(current) {
  const box = $("scroll"), top = (current ?? 0) * ROW, seen = box.clientHeight - 28;
  if (top < box.scrollTop + ROW || top > box.scrollTop + seen - 2 * ROW) box.scrollTop = top - seen / 2;
  float();
}

// --- the strips

function strips() {
  for (const [name, title] of WALKERS) {
    const radio = html("input",
      { type: "radio", name: "walker", value: name, id: `walker-${name}`, autocomplete: "off",
        "aria-label": title, "aria-describedby": `count-${name}` }); // a name that stays, and what changes beside it
    radio.checked = name === chosen;
    radio.addEventListener("change", () => { chosen = name; paint(); });
    const picture = svg("svg", { preserveAspectRatio: "none", id: `strip-${name}`, "aria-hidden": "true" },
      svg("path", { class: "cut" }), svg("path", { class: "seen" }));
    const needle = html("div", { class: "needle" });
    needle.hidden = true;
    $("overview").append(html("label", { class: "walker", for: radio.id },
      html("span", { class: "named" }, html("span", {}, radio, " ", html("b", {}, title)),
        html("span", { class: "counted", id: `count-${name}` })),
      html("div", { class: "strip" }, picture, needle)));
  }
}

function runs(wanted, top, high) {
  let path = "", begin = null;
  for (let leaf = 0; leaf <= shown.count; leaf++) {
    const inside = leaf < shown.count && wanted(leaf);
    if (inside && begin === null) begin = leaf;
    if (!inside && begin !== null) { path += `M${begin} ${top}H${leaf}v${high}H${begin}z`; begin = null; }
  }
  return path;
}

function paintStrip(name, title) {
  const walk = shown.walks[name], done = taken(walk), limit = reached(walk), picture = $(`strip-${name}`);
  const ended = done === walk.order.length;
  const missed = limit - done, cuts = walk.cuts.filter((n) => shown.first[n] < limit).length;
  picture.setAttribute("viewBox", `0 0 ${shown.count} 10`);
  picture.querySelector(".seen").setAttribute("d", runs((leaf) => walk.when[leaf] < done, 0, 10));
  picture.querySelector(".cut").setAttribute("d", runs((leaf) => leaf < limit && walk.when[leaf] >= done, 4, 2));
  const needle = picture.nextElementSibling;
  needle.hidden = !done || ended;
  if (done) needle.style.left = `${((walk.order[done - 1] + 0.5) / shown.count) * 100}%`;
  const words = `${done} of ${shown.count} examined, ${missed} cut off, ${counted(cuts, "cut", "cuts")}`
    + (ended ? `; value ${signed(shown.value[0])}` : "");
  $(`count-${name}`).textContent = words;
  return `${title}: ${words}.`;
}

// --- the current leaf

function board(node) {
  const cells = shown.board[node], last = node > 0 ? shown.move[node] : -1, won = shown.won[node] ?? [];
  const rows = [0, 3, 6].map((i) => cells.slice(i, i + 3).replaceAll(".", "-")).join(" / ");
  const picture = svg("svg", { viewBox: "0 0 150 150", role: "img", "aria-label": `The board: ${rows}` });
  [...cells].forEach((mark, i) => {
    const x = (i % 3) * 50, y = Math.floor(i / 3) * 50;
    const fill = won.includes(i) ? "var(--won)" : "var(--node)";
    picture.append(svg("rect", { x: x + 1, y: y + 1, width: 48, height: 48, rx: 4, fill,
      stroke: i === last ? "var(--gold)" : "var(--edge)", "stroke-width": i === last ? 3 : 1 }));
    picture.append(mark === "."
      ? svg("text", { x: x + 25, y: y + 30, "text-anchor": "middle", "font-size": 15, fill: "var(--line)" }, i)
      : svg("text", { x: x + 25, y: y + 36, "text-anchor": "middle", "font-size": 32, "font-weight": 700,
        fill: mark === "X" ? "var(--first)" : "var(--second)" }, mark));
  });
  return picture;
}

function why(node) {
  if (shown.won[node]) return `${mover(shown.level[node])} has won`;
  return shown.board[node].includes(".") ? "not decided at this depth" : "drawn";
}

function cutHere(walk, current) {
  const here = walk.cuts.filter((n) => shown.first[n] > current && shown.first[n] < reached(walk));
  return here.map((n) => {
    const parent = shown.parent[n], leaves = shown.last[parent] - shown.first[n] + 1, by = shown.trace.cut[n];
    const who = mover(shown.level[parent]);
    const reason = chosen === "window"
      ? `${signed(shown.trace.value[parent])} is no better for ${who} than ${by}, ${signed(shown.trace[by][n])}`
      : `${who} has a move already that is at least as good`;
    return html("li", {}, `after ${played(parent)}: ${reason}; ${counted(leaves, "leaf", "leaves")} cut off`);
  });
}

function paintLeaf(walk, current) {
  const node = current === null ? 0 : shown.leaves[current];
  $("board").replaceChildren(board(node));
  const said = [];
  if (current === null) {
    $("leaf").textContent = "Nothing examined yet";
    said.push(html("p", {}, `${shown.position.first ? "X" : "O"} moves at the root; ${counted(shown.count, "leaf", "leaves")}`
      + ` in all.`));
  } else {
    $("leaf").textContent = `Leaf ${current + 1} of ${shown.count}`;
    said.push(html("p", {}, `${played(node)}.`), html("p", {}, `Value ${signed(shown.value[node])}: ${why(node)}.`));
    if (chosen === "window") {
      const bound = (value) => (value === null ? "none" : signed(value));
      said.push(html("p", {}, `On arrival: alpha ${bound(shown.trace.alpha[node])}, beta ${bound(shown.trace.beta[node])}.`));
    }
    const cut = cutHere(walk, current);
    if (cut.length) said.push(html("p", {}, "Then:"), html("ul", {}, ...cut));
    if (taken(walk) === walk.order.length) {
      said.push(html("p", {}, `This walk has ended: the root is worth ${signed(shown.value[0])}.`));
    }
  }
  $("said").replaceChildren(...said);
}

// --- steps

function paint() {
  const walk = shown.walks[chosen], done = taken(walk), current = done ? walk.order[done - 1] : null;
  const words = WALKERS.map(([name, title]) => paintStrip(name, title))[WALKERS.findIndex(([name]) => name === chosen)];
  paintTree(walk, current);
  paintLeaf(walk, current);
  follow(current);
  $("step").value = step;
  $("reached").textContent = `${step} of ${shown.count}`;
  drawn.picture.setAttribute("aria-label", `The tree, ${counted(shown.count, "leaf", "leaves")}. ${words}`);
  if (timer === null) $("status").textContent = `Step ${step}. ${words}`; // not while it plays: too fast to hear
}

function go(to) {
  step = Math.max(0, Math.min(shown.count, to));
  paint();
}

function pause() {
  clearTimeout(timer);
  timer = null;
  $("play").textContent = "Play";
}

function tick() {
  timer = setTimeout(tick, 1000 / Number($("speed").value));
  go(step + 1);
  if (step === shown.count) { pause(); paint(); }
}

function play() {
  if (timer !== null) { pause(); paint(); return; }
  if (step === shown.count) step = 0;
  $("play").textContent = "Pause";
  tick();
}

function byHand(to) {
  pause();
  go(to);
}

// --- what is chosen

function choose(tree) {
  pause();
  const position = data.positions[$("position").value];
  shown = ready(position, position.trees[tree]);
  $("step").max = shown.count;
  draw();
  $("scroll").scrollTop = 0;
  go(0);
}

function choosePosition(depth) {
  const position = data.positions[$("position").value];
  $("depth").replaceChildren(...position.trees.map((tree, i) =>
    html("option", { value: i }, `${tree.depth} (${counted(tree.leaves.length, "leaf", "leaves")})`)));
  $("depth").value = Math.min(depth, position.trees.length) - 1;
  choose($("depth").value);
}

function pace() {
  $("pace").textContent = `${$("speed").value} a second`;
}

data.positions.forEach((position, i) => {
  const moves = position.moves.length ? `after ${position.moves.join(", ")}: ` : "";
  $("position").append(html("option", { value: i }, moves + position.words));
});
// No browser puts the controls back as they were left (autocomplete="off"): they say what is shown, from here on.
$("position").value = data.shown[0];
strips();
pace();
choosePosition(data.shown[1]);

$("position").addEventListener("change", () => choosePosition(shown.depth));
$("depth").addEventListener("change", () => choose($("depth").value));
$("speed").addEventListener("input", pace);
$("step").addEventListener("input", () => byHand(Number($("step").value)));
$("reset").addEventListener("click", () => byHand(0));
$("back").addEventListener("click", () => byHand(step - 1));
$("forward").addEventListener("click", () => byHand(step + 1));
$("end").addEventListener("click", () => byHand(shown.count));
$("play").addEventListener("click", play);
$("scroll").addEventListener("scroll", float, { passive: true });
window.addEventListener("resize", () => {
  if ($("scroll").clientWidth !== drawn.wide) { draw(); paint(); }
});

const less = window.matchMedia("(prefers-reduced-motion: reduce)");
function motion() {
  $("play").disabled = less.matches;
  $("still").hidden = !less.matches;
  if (less.matches) { pause(); paint(); }
}
less.addEventListener("change", motion);
motion();
