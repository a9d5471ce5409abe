// The picture of a tree whose nodes can be opened, and the trail from the root of the search to that of the picture.
"use strict";

(() => {
  const { button, roving } = window.boards;
  const NODES = "[role=button]";

  // Calls `open` with the way to the node that is clicked: numbers of children, one below the other.
  function tree($, open) {
    const stop = roving($("drawn"), NODES);
    let shown = null;

    const opened = ({ target }) => {
      const node = target.closest(NODES);
      if (node) open(shown.nodes[node.dataset.node].way);
    };
    $("drawn").addEventListener("click", opened);
    $("drawn").addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key) || !event.target.matches(NODES)) return;
      event.preventDefault();
      opened(event);
    });

    // The root is in the middle; whoever was in the old picture is in the new one.
    function picture(drawn) {
      if (drawn === shown) return;
      const within = $("drawn").contains(document.activeElement) || $("trail").contains(document.activeElement);
      shown = drawn;
      $("drawn").replaceChildren(...(drawn ? [window.live.drawn(drawn.svg)] : []));
      if (!drawn) return;
      $("drawn").firstElementChild.setAttribute("role", "group");
      $("drawn").querySelectorAll("g.node, g.cut").forEach((node, i) => {
        const { way, name } = drawn.nodes[i];
        if (i === 0 || !way) return;
        node.setAttribute("role", "button");
        node.setAttribute("aria-label", `open ${name}`);
        node.dataset.node = i;
      });
      stop();
      $("drawn").scrollLeft = ($("drawn").scrollWidth - $("drawn").clientWidth) / 2;
      if (within) ($("drawn").querySelector(NODES) ?? $("drawn")).focus();
    }

    // A button for the whole tree, and for each move below it.
    function trail(at, line) {
      const ways = [[], ...at.map((_, i) => at.slice(0, i + 1))];
      const buttons = ways.map((way, i) => button(i ? line[i - 1] || "?" : "whole tree", () => open(way), { ariaPressed: String(i === at.length) }));
      $("trail").replaceChildren(...buttons);
    }

    return { picture, trail };
  }

  window.trees = { tree };
})();
