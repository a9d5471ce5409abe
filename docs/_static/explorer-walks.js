// What was recorded of three searches, unpacked and looked up. Nothing is searched here; all functions are pure.
"use strict";

const explorerWalks = (() => {
  const VALUES = { "-": -1, 0: 0, "+": 1 };
  const BOUNDS = { a: "alpha", b: "beta" };
  const values = (text) => [...text].map((letter) => VALUES[letter] ?? null);

  const signed = (value) => (value > 0 ? "+" : value < 0 ? "\u2212" : "") + Math.abs(value);
  const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

  // --- unpacking: docs/_ext/fpgames_docs/explore.py says what the letters are

  function parents(children) {
    const parent = [-1], open = []; // nodes, parents first, and how many children of theirs are still to come
    for (let n = 0; n < children.length; n++) {
      if (n) {
        while (open.at(-1).left === 0) open.pop();
        open.at(-1).left -= 1;
        parent.push(open.at(-1).node);
      }
      open.push({ node: n, left: Number(children[n]) });
    }
    return parent;
  }

  function numbersIn(runs) {
    const found = [];
    for (let i = 0; i < runs.length; i += 2) for (let n = runs[i]; n < runs[i + 1]; n++) found.push(n);
    return found;
  }

  const marked = (board, cell, mark) => board.slice(0, cell) + mark + board.slice(cell + 1);

  function unpacked(position, packed) {
    const parent = parents(packed.children), move = [...packed.move].map((it) => (it === "." ? -1 : Number(it)));
    const level = [0], board = [position.board];
    for (let n = 1; n < parent.length; n++) {
      level.push(level[parent[n]] + 1);
      board.push(marked(board[parent[n]], move[n], mover(position, level[n])));
    }
    const walks = Object.fromEntries(Object.entries(packed.walks).map(
      ([name, walk]) => [name, { order: numbersIn(walk.order), cuts: walk.cuts }]));
    const trace = { value: values(packed.found), alpha: values(packed.alpha), beta: values(packed.beta),
      cut: [...packed.found].map((letter) => BOUNDS[letter] ?? null) };
    const leaves = [...parent.keys()].filter((n) => packed.children[n] === "0");
    return { position, parent, move, level, board, leaves, value: values(packed.value), trace, walks };
  }

  // --- what is looked up often

  function ready(position, depth) {
    const tree = unpacked(position, position.trees[depth - 1]), size = tree.parent.length, count = tree.leaves.length;
    const first = Array(size).fill(Infinity), last = Array(size).fill(-1), children = tree.parent.map(() => []);
    tree.leaves.forEach((n, leaf) => { first[n] = last[n] = leaf; });
    for (let n = 1; n < size; n++) children[tree.parent[n]].push(n);
    for (let n = size - 1; n > 0; n--) { // children before their parents
      const parent = tree.parent[n];
      first[parent] = Math.min(first[parent], first[n]);
      last[parent] = Math.max(last[parent], last[n]);
    }
    const walks = {};
    for (const [name, walk] of Object.entries(tree.walks)) {
      const when = Array(count).fill(Infinity); // the step at which a leaf is examined
      walk.order.forEach((leaf, k) => { when[leaf] = k; });
      const entered = Array(size).fill(Infinity);
      tree.leaves.forEach((n, leaf) => { entered[n] = when[leaf]; });
      for (let n = size - 1; n > 0; n--) entered[tree.parent[n]] = Math.min(entered[tree.parent[n]], entered[n]);
      const left = new Map(walk.cuts.map(([child, bound]) => [tree.parent[child], { child, bound }]));
      walks[name] = { ...walk, name, when, entered, left };
    }
    return { ...tree, depth, size, count, first, last, children, walks };
  }

  // Who has moved to get to a level.
  function mover(position, level) {
    return (level % 2 === 1) === position.first ? "X" : "O";
  }

  // The nodes from below the root to a node.
  function line(tree, node) {
    const path = [];
    for (let n = node; n > 0; n = tree.parent[n]) path.unshift(n);
    return path;
  }

  // X4: a letter and a number, as no value is written.
  const moved = (tree, node) => mover(tree.position, tree.level[node]) + tree.move[node];
  const played = (tree, node) => line(tree, node).map((n) => moved(tree, n)).join(", ");
  const after = (tree, node) => (node ? `after ${played(tree, node)}` : "at the root");

  const byMove = (tree, node, move) => tree.children[node].find((child) => tree.move[child] === move);
  const byMoves = (tree, moves) =>
    moves.reduce((node, move) => (node === undefined ? node : byMove(tree, node, move)), 0);

  // --- a walk after some steps

  const taken = (walk, step) => Math.min(step, walk.order.length);
  // Leaves before this one are examined by now, or cut off: the next that the search asks for.
  const reached = (tree, walk, step) => (step < walk.order.length ? walk.order[step] : tree.count);
  const current = (walk, step) => (step ? walk.order[taken(walk, step) - 1] : null);

  function state(tree, walk, step, node) {
    if (walk.entered[node] < taken(walk, step)) return "seen";
    return walk.entered[node] === Infinity && tree.last[node] < reached(tree, walk, step) ? "cut" : "todo";
  }

  // The step after which a node has first been entered, or is known to be cut off.
  function stepTo(tree, walk, node) {
    if (walk.entered[node] < Infinity) return walk.entered[node] + 1;
    return walk.order.filter((leaf) => leaf < tree.first[node]).length;
  }

  // What a search knows of a node, as it stands in the node's box.
  function worth(tree, walk, step, node) {
    const is = state(tree, walk, step, node), { value, alpha, beta, cut } = tree.trace;
    if (is === "cut") {
      const by = walk.name === "window" && cut[node];
      return by ? { alpha: "\u03b1", beta: "\u03b2" }[by] + signed(tree.trace[by][node]) : "cut";
    }
    if (is !== "seen" || tree.last[node] >= reached(tree, walk, step)) return "";
    if (walk.name !== "window") return walk.left.has(node) ? "?" : signed(tree.value[node]);
    const found = value[node], inner = tree.children[node].length > 0;
    const low = inner && alpha[node] !== null && found <= alpha[node];
    const high = inner && beta[node] !== null && found >= beta[node];
    return (low ? "\u2264" : high ? "\u2265" : "") + signed(found);
  }

  // --- what was cut off

  // The nodes that were left early for good between two leaves, and so at a step.
  function leftAt(tree, walk, step) {
    const from = current(walk, step), to = reached(tree, walk, step);
    return [...walk.left.keys()].filter((node) => {
      const begin = tree.first[walk.left.get(node).child];
      return from !== null && begin > from && begin < to;
    });
  }

  // The node that was left early, so that another below it was never examined.
  function leftOver(tree, walk, node) {
    let top = node;
    while (walk.entered[tree.parent[top]] === Infinity) top = tree.parent[top];
    return tree.parent[top];
  }

  return { signed, counted, marked, unpacked, ready, mover, line, moved, played, after, byMove, byMoves, taken, reached,
    current, state, stepTo, worth, leftAt, leftOver };
})();
