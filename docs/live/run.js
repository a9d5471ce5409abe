// A Run button on each example of a page: the examples share a session, in the order of the page, as in its tests.
"use strict";

(() => {
  const python = new live.Interpreter();
  let loaded = false;
  let running = null; // the block whose Run was pressed last, while it runs

  function html(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  }

  function button(title, onclick) {
    const made = html("button", { type: "button", title });
    made.addEventListener("click", onclick);
    return made;
  }

  // --- what stands in the page

  // The object whose docstring holds an element; its examples see the names of that object's module.
  function about(element) {
    return element.closest("dl.py")?.querySelector(":scope > dt[id]")?.id ?? "";
  }

  // Whether the page says so: below the example, or below all examples of a docstring.
  function impossible(element) {
    const docstring = element.closest("dd"), said = [...(docstring ?? document).querySelectorAll(".not-in-the-browser")];
    return said.some((each) => (docstring ? each.closest("dd") === docstring : each === element.nextElementSibling));
  }

  const examples = (element) => element.querySelector("pre").textContent;

  // The code of examples, without prompts and without what they print, whose lines may begin with three dots.
  function program(text) {
    const lines = [];
    let within = false;
    for (const line of text.split("\n")) {
      const [, prompt, code] = line.match(/^\s*(>>>|\.\.\.)(?: (.*)|$)/) ?? [];
      within = prompt === ">>>" || (within && prompt === "...");
      if (within) lines.push(code ?? "");
    }
    return lines.join("\n").trimEnd();
  }

  function ready(element) {
    const task = element.closest(".exercise"), check = task?.querySelector("script.check").textContent;
    const made = {
      element, task, check: check && JSON.parse(check), about: about(element), cell: element.matches(".cell, .start"),
      ran: false, editor: null,
      run: button(`${task ? "Check your code" : "Run this"}, after what stands above it (in the editor: Ctrl+Enter)`, () => press(made)),
      stop: button("Stop, and forget what was run", () => python.stop()),
      edit: button(task ? "Back to the code that the exercise begins with" : "Edit the code", () => (task ? again(made) : toggle(made))),
      progress: html("progress", { max: 1, "aria-label": "Loading Python" }),
      said: html("output", { role: "status" }),
      found: html("div", { class: "live-found" }),
    };
    made.stop.hidden = made.progress.hidden = true;
    const last = element.nextElementSibling?.matches(".shown") ? element.nextElementSibling : element;
    last.after(html("div", { class: "live-bar" }, made.run, made.stop, made.edit, made.progress, made.said), made.found);
    return made;
  }

  // Which example or exercise it is: on a page there are many.
  const which = (block) => block.task?.querySelector(".rubric").textContent ?? `example ${blocks.indexOf(block) + 1}`;

  // What a button does, and with which example.
  function name(block, key, words) {
    block[key].textContent = words;
    block[key].setAttribute("aria-label", `${words}: ${which(block)}`);
  }

  const blocks = [...document.querySelectorAll(".highlight-pycon, .doctest, .cell, .exercise > .start")]
    .filter((each) => !impossible(each)).map(ready);
  for (const block of blocks) {
    name(block, "run", block.task ? "Check" : "Run");
    name(block, "edit", block.task ? "Begin again" : "Edit");
    name(block, "stop", "Stop");
    if (block.task) edit(block);
  }

  // --- editing

  function edit(block) {
    const shown = examples(block.element), text = block.cell ? shown.trimEnd() : program(shown);
    const editor = html("textarea", { spellcheck: "false", autocapitalize: "off", "aria-label": `Python code: ${which(block)}`,
      rows: text.split("\n").length + 1 });
    editor.value = text;
    editor.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); press(block); }
      if (event.key === "Escape" && !block.task) { toggle(block); block.edit.focus(); }
    });
    block.element.before(editor);
    block.element.hidden = true;
    block.editor = editor;
  }

  // The code that an exercise begins with.
  function again(block) {
    block.editor.value = examples(block.element).trimEnd();
    block.said.textContent = "";
    block.task.classList.remove("solved");
    block.found.replaceChildren();
    block.editor.focus();
  }

  function toggle(block) {
    if (block.editor) {
      block.editor.remove();
      block.editor = null;
      block.element.hidden = false;
    } else {
      edit(block);
      block.editor.focus();
    }
    name(block, "edit", block.editor ? "As it was" : "Edit");
    block.edit.title = block.editor ? "Back to the example of the page" : "Edit the code";
  }

  // --- running

  async function press(block) {
    if (running) return;
    running = block;
    for (const each of blocks) each.run.disabled = true;
    block.stop.hidden = false;
    const above = blocks.slice(0, blocks.indexOf(block)).filter((each) => each.about === block.about && !each.ran && !each.task);
    try {
      for (const each of above) await run(each, "Running what stands above\u2026");
      await run(block, "Running\u2026");
    } catch (error) {
      const lost = ["Stopped", "Ended"].includes(error.name), words = error.name === "Stopped" ? "Stopped." : error.message;
      block.said.textContent = lost ? `${words} The next run begins a new session.` : words || error.name;
      if (lost) for (const each of blocks) each.ran = false;
      if (lost && loaded) python.start(); // to be ready when Run is pressed again
      loaded = false;
    }
    running = null;
    for (const each of blocks) each.run.disabled = false;
    if ([block.run, block.stop, document.body].includes(document.activeElement)) block.run.focus({ preventScroll: true });
    block.stop.hidden = block.progress.hidden = true;
    name(block, "run", block.task ? "Check" : "Run again");
  }

  async function run(block, words) {
    running.said.textContent = words;
    block.found.replaceChildren();
    const code = block.editor ? block.editor.value : examples(block.element);
    const asked = { session: `${location.pathname} ${block.about}`, about: block.about, code, typed: block.cell || Boolean(block.editor) };
    const found = await (block.task ? python.call("session.check", asked, block.check) : python.call("session.run", asked));
    block.ran = true;
    show(block, asked.typed, found);
    if (block.task) judge(block, found);
  }

  python.onprogress = (words, fraction) => {
    loaded = fraction === 1;
    if (!running) return;
    running.progress.hidden = fraction === 1;
    running.progress.value = fraction;
    running.said.textContent = fraction === 1 ? "Running\u2026" : `${words}\u2026`;
  };

  // --- what was found

  const seconds = (time) => `${time < 0.01 ? "less than 0.01" : time.toFixed(2)} s`;

  function show(block, typed, { printed, seconds: time }) {
    const differing = printed.filter(({ same }) => !same);
    const said = typed ? (differing.length ? "An exception" : printed.some(({ output, pictures }) => output || pictures.length)
      ? "Ran" : "Ran; it printed nothing")
      : differing.length ? "Not what the page says" : "Ran; everything is as shown";
    block.said.textContent = `${said}. ${seconds(time)}`;
    block.said.classList.toggle("differs", differing.length > 0);
    const parts = printed.flatMap((each) => typed ? typedPart(each, printed.length > 1) : checkedPart(each));
    block.found.replaceChildren(...parts);
  }

  function judge(block, { right, why }) {
    block.said.textContent = right ? "Right." : `Not yet: ${why}`;
    block.said.classList.toggle("differs", !right);
    block.task.classList.toggle("solved", right);
  }

  function drawn(pictures) {
    const look = { class: "picture", tabindex: 0, role: "region", "aria-label": "The picture of the value" };
    return pictures.map((svg) => {
      try {
        return html("div", look, live.drawn(svg));
      } catch (error) {
        return html("p", {}, error.message);
      }
    });
  }

  // An output that is the text of a picture is not shown beside it.
  const readable = ({ output, pictures }) => (pictures.length && output.includes("<svg") ? "" : output);

  function typedPart(each, many) {
    const text = readable(each);
    if (!text && !each.pictures.length) return [];
    const source = many ? [html("pre", { class: "live-source" }, each.source.trimEnd())] : [];
    return [...source, ...(text ? [html("pre", { class: each.same ? "" : "differs" }, text)] : []), ...drawn(each.pictures)];
  }

  function checkedPart(each) {
    if (each.same) return drawn(each.pictures);
    return [html("pre", { class: "live-source" }, each.source.trimEnd()), html("p", {}, "prints here"),
      html("pre", { class: "differs" }, each.output), html("p", {}, "and on the page"), html("pre", {}, each.want),
      ...drawn(each.pictures)];
  }
})();
