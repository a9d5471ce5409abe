// What a page needs to run Python: `new live.Interpreter()`; `live.explained(error)`, the words for what a call
// has thrown; and `live.drawn(svg)`, a picture made safe to show.
"use strict";

(() => {
  const base = new URL(".", document.currentScript.src);
  const AS_FILE = "A page that is opened as a file cannot start an interpreter. In the folder of these pages run"
    + " python -m http.server, then open http://localhost:8000.";

  // What a page says of an error: an exception of Python has its name before it.
  const explained = (error) => (error.name === "Error" ? error.message : `${error.name}: ${error.message}`);
  const failure = (name, message) => Object.assign(new Error(message), { name });

  // One interpreter in a worker. Nothing is loaded before the first call; after `stop` the next call starts a new one.
  class Interpreter {
    #worker = null;
    #waiting = new Map(); // the calls that have not returned, by their numbers
    #calls = 0;
    onprogress = () => {}; // called with words and a fraction while the interpreter loads

    start() {
      if (this.#worker !== null) return;
      if (window.location.protocol === "file:") throw failure("OpenedAsFile", AS_FILE);
      this.#worker = new Worker(new URL("worker.js", base));
      this.#worker.onmessage = ({ data }) => this.#heard(data);
      this.#worker.onerror = (event) => this.#end(failure("NotStarted", event.message ?? "the interpreter did not start"));
    }

    #heard({ progress, fraction, ended, id, found, failed }) {
      if (progress !== undefined) return this.onprogress(progress, fraction);
      if (ended !== undefined) return this.#end(failure("Ended", ended));
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      return failed ? reject(failure(failed.name, failed.message)) : resolve(found);
    }

    // Ends the worker; what still waits is rejected.
    #end(error) {
      this.#worker?.terminate();
      this.#worker = null;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of waiting) reject(error);
    }

    async call(name, ...given) {
      this.start();
      const id = this.#calls++;
      const found = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
      this.#worker.postMessage({ id, name, given: JSON.stringify(given) });
      return found;
    }

    stop() {
      this.#end(failure("Stopped", "stopped"));
    }
  }

  // What the library's pictures are made of. A link may carry the code that draws a picture, so all else is taken out:
  // what runs, what loads, and what leads elsewhere.
  const ELEMENTS = new Set(("svg g title desc style defs rect circle ellipse line polyline polygon path text tspan"
    + " clipPath marker pattern linearGradient radialGradient stop").split(" "));
  const loads = (words) => /url\s*\((?!\s*#)|@import|\\/i.test(words);

  function drawn(svg) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    if (parsed.localName !== "svg" || parsed.querySelector("parsererror")) throw failure("NoPicture", "this is no picture");
    for (const element of [parsed, ...parsed.querySelectorAll("*")]) {
      const known = element.namespaceURI === "http://www.w3.org/2000/svg" && ELEMENTS.has(element.localName);
      if (!known || (element.localName === "style" && loads(element.textContent))) element.remove();
      for (const each of [...element.attributes]) {
        const { localName, value } = each;
        if (/^(on.*|href|src)$/i.test(localName) || loads(value)) element.removeAttributeNode(each);
      }
    }
    return document.importNode(parsed, true);
  }

  window.live = { Interpreter, drawn, explained };
})();
