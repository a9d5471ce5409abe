// The explorer's drawings: boards, strips, and the part of the tree that is in view.
"use strict";

const explorerPictures = (() => {
  const { mover, line, moved, state, worth, taken, reached, current, counted, signed } = explorerWalks;
  const WALKERS = [
    ["minimax", "Minimax", "M"],
    ["lists", "Alpha-beta, lists", "L"],
    ["window", "Alpha-beta, window", "W"],
  ];
  const ROW = 24, MARK = 22, NARROWEST = 46, WIDEST = 150; // pixels: a leaf, a mark at its end, a box of the tree
  const SMALL = 46, MARGIN = 6; // a board in a box, in pixels; rows drawn above and below those in view

  function made(element, attributes, content) {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  }

  const svg = (name, attributes = {}, ...content) =>
    made(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, content);
  const html = (name, attributes = {}, ...content) => made(document.createElement(name), attributes, content);

  // --- boards

  const winning = (lines, cells) => new Set(lines.filter(
    ([a, b, c]) => cells[a] !== "." && cells[a] === cells[b] && cells[b] === cells[c]).flat());
  const inWords = (cells) => [0, 3, 6].map((i) => cells.slice(i, i + 3).replaceAll(".", "-")).join(" / ");

  // A board of three units by three, the last move and a line of three marked.
  function board(cells, last, won) {
    const squares = [...cells].map((mark, i) => {
      const x = i % 3, y = Math.floor(i / 3), looks = ["square", i === last && "last", won.has(i) && "won"];
      const square = svg("rect", { x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.1,
        class: looks.filter(Boolean).join(" ") });
      const letter = svg("text", { x: x + 0.5, y: y + 0.76, class: `mark-${mark}` }, mark);
      return mark === "." ? [square] : [square, letter];
    });
    return svg("g", { class: "small-board" }, ...squares.flat());
  }

  const boardPicture = (cells, last, won) =>
    svg("svg", { viewBox: "0 0 3 3", "aria-hidden": "true" }, board(cells, last, won));

  // --- strips

  function runs(count, wanted, top, high) {
    let path = "", begin = null;
    for (let leaf = 0; leaf <= count; leaf++) {
      const inside = leaf < count && wanted(leaf);
      if (inside && begin === null) begin = leaf;
      if (!inside && begin !== null) { path += `M${begin} ${top}H${leaf}v${high}H${begin}z`; begin = null; }
    }
    return path;
  }

  function paintStrip(strip, tree, walk, step) {
    const done = taken(walk, step), limit = reached(tree, walk, step), picture = strip.querySelector("svg");
    const ended = done === walk.order.length, cuts = walk.cuts.filter(([child]) => tree.first[child] < limit).length;
    picture.setAttribute("viewBox", `0 0 ${tree.count} 10`);
    picture.querySelector(".seen").setAttribute("d", runs(tree.count, (leaf) => walk.when[leaf] < done, 0, 10));
    picture.querySelector(".cut").setAttribute("d",
      runs(tree.count, (leaf) => leaf < limit && walk.when[leaf] >= done, 4, 2));
    const needle = strip.querySelector(".needle");
    needle.hidden = !done || ended;
    if (done) needle.style.left = `${((walk.order[done - 1] + 0.5) / tree.count) * 100}%`;
    return `${done} of ${tree.count} examined, ${limit - done} cut off, ${counted(cuts, "cut", "cuts")}`
      + (ended ? `; value ${signed(tree.value[0])}` : "");
  }

  // --- the tree: columns are levels, rows are leaves; only what is in view is drawn

  function sizes(tree, room) {
    const levels = Math.max(...tree.level) + 1, ends = WALKERS.length * MARK + 8;
    const wide = Math.max(NARROWEST, Math.min(WIDEST, Math.floor((room - ends) / levels)));
    return { levels, wide, width: levels * wide + ends, height: tree.count * ROW + 2 };
  }

  const markAt = ({ levels, wide }, i) => levels * wide + 8 + i * MARK;

  function heads(tree, size, chosen) {
    const names = Array.from({ length: size.levels }, (_, level) => svg("text", { x: level * size.wide + 6, y: 17 },
      level ? mover(tree.position, level) + (size.wide > 64 ? " plays" : "") : "root"));
    const letters = WALKERS.map(([name, , letter], i) =>
      svg("text", { x: markAt(size, i) + 5, y: 17, class: name === chosen ? "chosen" : "" }, letter));
    return svg("svg", { width: size.width, height: 26 }, ...names, ...letters);
  }

  const hatch = () => svg("defs", {}, svg("pattern",
    { id: "explorer-hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 6, height: 6, class: "hatch-paper" }), svg("line", { y2: 6, class: "hatch" })));

  // A box: the move on the left, what is known on the right, a board below where there is room; tall ones stay in sight.
  function box(tree, node, size, view, look, known, won) {
    const x = tree.level[node] * size.wide, top = tree.first[node] * ROW, bottom = (tree.last[node] + 1) * ROW;
    const y = Math.max(top, Math.min(view.top, bottom - ROW)), room = Math.min(bottom, view.bottom) - y;
    const words = [svg("text", { x: x + 6, y: y + 17, class: `move mark-${mover(tree.position, tree.level[node])}` },
      node ? moved(tree, node) : ""),
      svg("text", { x: x + size.wide - 4, y: y + 17, class: "worth" }, known)];
    const side = Math.min(SMALL, size.wide - 8);
    const small = room >= ROW + side + 4 ? [svg("g", { transform: `translate(${x + 5} ${y + ROW}) scale(${side / 3})` },
      board(tree.board[node], tree.move[node], won(tree.board[node])))] : [];
    return svg("g", { class: look, "data-node": node },
      svg("rect", { x: x + 1, y: top, width: size.wide, height: bottom - top, class: "box" }), ...words, ...small);
  }

  function paintTree(place, shown, size, view, won) {
    const { tree, walk, step, node } = shown, here = new Set([0, ...line(tree, node)]);
    const from = Math.max(0, Math.floor(view.top / ROW) - MARGIN);
    const to = Math.min(tree.count, Math.ceil(view.bottom / ROW) + MARGIN);
    const boxes = [], rows = [], marks = [];
    for (let n = 0; n < tree.size; n++) {
      if (tree.last[n] < from || tree.first[n] >= to) continue;
      const look = step && here.has(n) ? "now" : state(tree, walk, step, n);
      boxes.push(box(tree, n, size, view, look, worth(tree, walk, step, n), won));
    }
    for (let leaf = from; leaf < to; leaf++) {
      const n = tree.leaves[leaf], begin = (tree.level[n] + 1) * size.wide, y = leaf * ROW;
      rows.push(svg("rect", { x: begin, y, width: size.width - begin, height: ROW, "data-node": n,
        class: step && n === node ? "row now" : "row" }));
      WALKERS.forEach(([name, title], i) => {
        const look = leaf === current(tree.walks[name], step) ? "now" : state(tree, tree.walks[name], step, n);
        marks.push(svg("rect", { x: markAt(size, i) + 3, y: y + 6, width: 12, height: 12, class: `mark ${look}`,
          "data-node": n, "data-walk": name }, svg("title", {}, title)));
      });
    }
    place.replaceChildren(hatch(), ...rows, ...boxes, ...marks);
  }

  return { WALKERS, ROW, svg, html, winning, inWords, boardPicture, paintStrip, sizes, heads, paintTree };
})();
