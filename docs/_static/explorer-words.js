// What the explorer says of a position in sentences; all functions are pure.
"use strict";

const explorerWords = (() => {
  const { signed, counted, mover, moved, played, after, taken, state, stepTo, leftAt, leftOver } = explorerWalks;

  // Why a node was left before all of its children were examined: true of all walks and both players.
  function why(tree, walk, node) {
    const { child, bound } = walk.left.get(node), siblings = tree.children[node], seen = siblings.indexOf(child);
    const chooser = mover(tree.position, tree.level[node]), other = chooser === "X" ? "O" : "X"; // who moves at the node
    const [name, side] = chooser === "X" ? ["alpha", "at most"] : ["beta", "at least"];
    const reply = siblings[seen - 1], rest = siblings.length - seen, from = tree.parent[bound];
    const best = signed(tree.value[bound]), found = (walk.name === "window" ? tree.trace.value : tree.value)[reply];
    const source = walk.name === "window" ? ` (${name} = ${best})` : "";
    const leaves = counted(tree.last[node] - tree.first[child] + 1, "leaf", "leaves");
    return `${chooser} already has a move worth ${best}: ${moved(tree, bound)} ${after(tree, from)}${source}. `
      + `After ${other}\u2019s reply ${moved(tree, reply)} this position is worth ${side} ${signed(found)}, `
      + `so ${chooser} will not ${from === tree.parent[node] ? "choose it" : "let the game come here"}: `
      + `its other ${rest === 1 ? "reply" : `${rest} replies`} (${leaves}) ${rest === 1 ? "was" : "were"} not examined.`;
  }

  function heading(tree, step, node) {
    if (!step && !node) return "Nothing examined yet";
    if (!tree.children[node].length) return `Leaf ${tree.first[node] + 1} of ${tree.count}`;
    return node ? `After ${played(tree, node)}` : "The root";
  }

  function ofLeaf(tree, node, won) {
    const cells = tree.board[node], winner = mover(tree.position, tree.level[node]);
    const reason = won(cells).size ? `${winner} has won` : cells.includes(".") ? "not decided at this depth" : "drawn";
    return `${played(tree, node)}. Value ${signed(tree.value[node])}: ${reason}.`;
  }

  function ofNode(tree, walk, step, node) {
    const player = mover(tree.position, tree.level[node] + 1), from = stepTo(tree, walk, node);
    const entered = step >= from ? `first entered at step ${from}` : `not entered before step ${from}`;
    return `${player} moves here; ${entered}; ${counted(tree.last[node] - tree.first[node] + 1, "leaf", "leaves")} below.`;
  }

  // What a walk knows of a node that it enters, and what it leaves out then.
  function known(tree, walk, step, node, won) {
    const bound = (value) => (value === null ? "none" : signed(value)), { alpha, beta } = tree.trace;
    const inner = tree.children[node].length > 0, here = walk.left.has(node) ? [node] : [];
    const arrival = `On arrival: alpha ${bound(alpha[node])}, beta ${bound(beta[node])}.`;
    return [
      inner ? ofNode(tree, walk, step, node) : ofLeaf(tree, node, won),
      ...(walk.name === "window" ? [arrival] : []),
      ...(inner ? here : leftAt(tree, walk, step)).map((n) => `Then, ${after(tree, n)}: ${why(tree, walk, n)}`),
    ];
  }

  // Sentences about a node after some steps of a walk.
  function said(tree, walk, step, node, won) {
    const left = state(tree, walk, step, node) === "cut" ? leftOver(tree, walk, node) : null;
    const ended = step && taken(walk, step) === walk.order.length;
    return [
      ...(left === null ? known(tree, walk, step, node, won) : [`Cut off ${after(tree, left)}. ${why(tree, walk, left)}`]),
      ...(ended ? [`This walk has ended: the root is worth ${signed(tree.value[0])}.`] : []),
    ];
  }

  return { why, heading, said };
})();
