// Two pipelines side by side: that of a state, and one that its link holds besides, searched in the same position.
"use strict";

(() => {
  const { element } = window.boards;
  const { show, parse, EMPTY } = window.playground;

  const FIELDS = ["functions", "tree", "stages", "search"];
  const pipeline = (state) => Object.fromEntries(FIELDS.map((field) => [field, state[field]]));
  const alone = (state) => show({ ...EMPTY, game: state.game, ...pipeline(state) });
  const beside = (state) => ({ ...state, ...pipeline(parse(state.beside)), beside: "" });

  const time = ({ seconds }) => (seconds < 0.001 ? "under 0.001" : seconds.toFixed(3));
  const found = (words) => (_, result) => (result && !result.wrong ? words(result) : "");
  const ROWS = {
    pipeline: ({ tree, stages, search }) => element("code", { textContent: [tree, ...stages, search].join(" | ") }),
    value: (_, result) => result?.wrong || (result ? [element("b", { textContent: result.value }), ` ${result.about}`] : "not run yet"),
    leaves: found(({ leaves }) => leaves.toLocaleString("en")),
    nodes: found(({ nodes }) => nodes.toLocaleString("en")),
    seconds: found(time),
  };

  function render($, { state, run }) {
    $("compared").hidden = $("swap").hidden = $("forget").hidden = !state.beside;
    if (!state.beside) return;
    const pairs = [[state, run.result ?? (run.wrong && { wrong: run.wrong })], [beside(state), run.other]];
    $("rows").replaceChildren(...Object.entries(ROWS).map(([name, words]) => element("tr", {},
      element("th", { scope: "row", textContent: name }),
      ...pairs.map(([each, result]) => element("td", {}, ...[words(each, result || null)].flat())))));
  }

  window.compared = { pipeline, alone, beside, time, render };
})();
