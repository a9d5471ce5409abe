// A board whose moves are clicked, and the same moves as buttons; the playground and the page where one plays have one.
"use strict";

(() => {
  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  const button = (text, onclick, properties = {}) => element("button", { type: "button", textContent: text, onclick, ...properties });
  const begins = (path, picked) => picked.every((place, i) => place === path[i]);

  // Makes one stop of Tab of buttons that stand in a row: the arrow keys, Home and End lead from one to another.
  // What it returns says which of them is the stop; without one, the first.
  function roving(into, wanted) {
    const all = () => [...into.querySelectorAll(wanted)];
    const stop = (at = all()[0]) => all().forEach((each) => each.setAttribute("tabindex", each === at ? 0 : -1));
    into.addEventListener("focusin", ({ target }) => { if (target.matches(wanted)) stop(target); });
    into.addEventListener("keydown", (event) => {
      const row = all(), here = row.indexOf(document.activeElement);
      const to = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: row.length - 1 }[event.key];
      if (here < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      row[(to + row.length) % row.length].focus();
    });
    return stop;
  }

  // Calls `play` with the text of a move that is chosen, `say` with words for those who do not see the board.
  function board($, play, say) {
    let choices = []; // the moves, each with the places to click for it
    let picked = []; // the places that have been clicked
    const stop = roving($("moves"), "button");

    // Shows a position, null if there is none; its moves can be chosen if it is `ready`.
    function show(position, ready) {
      $("board").classList.toggle("pg-old", !ready && Boolean(position?.moves.length));
      $("board").classList.toggle("pg-left", !position);
      if (position && $("picture").dataset.svg !== position.svg) { // the last one stays beside what is wrong
        $("picture").dataset.svg = position.svg;
        $("picture").replaceChildren(window.live.drawn(position.svg));
      }
      const moves = position && ready ? position.moves : [];
      if (JSON.stringify(moves) !== JSON.stringify(choices)) picked = [];
      choices = moves;
      places();
      list(position?.moves ?? [], ready);
    }

    function pick(place) {
      picked = [...picked, place];
      const fits = choices.filter(({ path }) => path.length && begins(path, picked));
      if (fits.length === 1 && fits[0].path.length === picked.length) return play(fits[0].text);
      say("Choose where it goes.");
      return places();
    }

    function places() {
      const next = new Set(choices.filter(({ path }) => path.length > picked.length && begins(path, picked))
        .map(({ path }) => path[picked.length]));
      const marks = [...next].map((place) => placed(place, "", () => pick(place)));
      const here = picked.at(-1);
      if (here && !next.has(here)) marks.push(placed(here, "pg-picked", () => { picked = []; places(); }));
      $("places").replaceChildren(...marks);
      const again = next.has(here) ? "; the same place again ends the move there." : ", or click the same place again to cancel.";
      $("pick").textContent = picked.length ? `Now click where it goes${again}` :
        choices.some(({ path }) => path.length) ? "Click a marked place, or a move below." : "";
    }

    // A button over a cell of the picture, or over a column.
    function placed(place, look, onclick) {
      const picture = $("picture").firstElementChild, all = picture.viewBox.baseVal;
      const name = place.startsWith("*") ? `[data-square$="${place.slice(1)}"]` : `[data-square="${place}"]`;
      const boxes = [...picture.querySelectorAll(name)].map((cell) => cell.getBBox());
      const x = Math.min(...boxes.map((box) => box.x)), y = Math.min(...boxes.map((box) => box.y));
      const w = Math.max(...boxes.map((box) => box.x + box.width)) - x, h = Math.max(...boxes.map((box) => box.y + box.height)) - y;
      const made = button("", onclick, { tabIndex: -1, className: `pg-place ${look} ${h > 2 * w ? "pg-tall" : ""}` });
      const share = (part, whole) => `${100 * part / whole}%`;
      Object.assign(made.style, { left: share(x, all.width), top: share(y, all.height), width: share(w, all.width), height: share(h, all.height) });
      return made;
    }

    // The buttons stay while there are no others, so that the focus does; they look as they are.
    function list(moves, ready) {
      const into = $("moves"), wanted = JSON.stringify(moves.map(({ text }) => text));
      const index = [...into.children].indexOf(document.activeElement);
      if (into.dataset.shown !== wanted && (ready || index < 0)) {
        into.dataset.shown = wanted;
        into.replaceChildren(...moves.map(({ text }) => button(text, () => choose(text), { ariaLabel: `play ${text}` })));
        stop();
        if (index >= 0) (into.children[Math.min(index, moves.length - 1)] ?? into).focus();
      }
      for (const each of into.children) each.ariaDisabled = String(!ready);
    }

    function choose(text) {
      if (choices.some((each) => each.text === text)) play(text);
    }

    return show;
  }

  // Sets a field that the reader is not writing in.
  function fill(field, value) {
    if (field.value !== value && document.activeElement !== field) field.value = value;
  }

  async function copy(text, button, say) {
    const words = button.dataset.words ??= button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = words; }, 1500);
      say("It is copied.");
    } catch {
      say("The browser does not allow copying. Select the text and copy it yourself.");
    }
  }

  window.boards = { board, element, button, copy, fill, roving };
})();
