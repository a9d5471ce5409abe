// An interpreter of its own in a thread of its own: loads Pyodide and the packages beside it, then calls functions.
// In: {id, name, given}, a call of the function `name`, "module.function" of docs/_ext/fpgames_docs, with the values of the JSON array `given`.
// Out: {progress, fraction} while it loads; {id, found} or {id, failed: {name, message}} for each call; {ended} if Python has died.
"use strict";

const TOTAL = Number("@BYTES@"); // of what is loaded, written here when the pages are built
const fetched = self.fetch;
let loaded = 0;

function report(progress, fraction) {
  self.postMessage({ progress, fraction });
}

// Counts what arrives, for the progress bar; Pyodide fetches its files by this too. What is counted is a copy: of the
// response itself a browser may keep the machine code that it makes of it.
self.fetch = async (...request) => {
  const response = await fetched(...request);
  if (!response.ok) throw new Error(`cannot load ${response.url}: ${response.status}`);
  count(response.clone().body.getReader());
  return response;
};

async function count(reader) {
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    loaded += part.value.byteLength;
    report(loaded < TOTAL ? "Loading Python" : "Starting Python", 0.8 * Math.min(1, loaded / TOTAL));
  }
}

const CALL = `
def call(name, given):
    import json
    from importlib import import_module
    module, _, function = name.rpartition(".")
    try:
        return json.dumps({"found": getattr(import_module("fpgames_docs." + module), function)(*json.loads(given))})
    except BaseException as error:
        return json.dumps({"failed": {"name": type(error).__name__, "message": str(error)}})
call
`;

async function start() {
  report("Loading Python", 0);
  importScripts("pyodide/pyodide.js");
  const packages = self.fetch("packages.zip").then((response) => response.arrayBuffer());
  const pyodide = await self.loadPyodide({ indexURL: new URL("pyodide/", self.location).href });
  pyodide.unpackArchive(await packages, "zip", { extractDir: "/lib/live" });
  pyodide.runPython("import sys; sys.path.insert(0, '/lib/live')");
  report("Importing fpgames", 0.9);
  pyodide.runPython("import fpgames, fpgames_docs.session");
  report("Ready", 1);
  return pyodide.runPython(CALL);
}

const ready = start();
ready.catch((error) => self.postMessage({ ended: String(error.message ?? error) }));

self.onmessage = async ({ data: { id, name, given } }) => {
  const call = await ready;
  try {
    self.postMessage({ id, ...JSON.parse(call(name, given)) });
  } catch (error) { // not an exception of Python, which is returned: the stack of the browser, or of Python itself
    self.postMessage({ ended: `Python has ended: ${error.message ?? error}` });
  }
};
