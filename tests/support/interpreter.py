"""A replacement for the Python interpreter in pages: an object ``window.live`` that calls Python in the test process."""

from __future__ import annotations

from typing import Any

from fpgames_docs import play, playground

LIVE = """
window.live = {
    Interpreter: class {
        onprogress = () => {};
        #reject = () => {};
        start() {
            this.onprogress("Loading Python", 0.5);
            if (!window.loads) this.onprogress("Ready", 1);
        }
        call(name, given) {
            window.calls = [...(window.calls ?? []), name];
            this.start();
            const ended = new Promise((_, reject) => this.#reject = reject);
            const found = window.hangs === name
                ? new Promise(late => { window.late = () => late(window.callPython(name, given)); })
                : window.callPython(name, given);
            return Promise.race([ended, found.then(([failed, found]) => {
                if (failed) throw Object.assign(new Error(failed[1]), { name: failed[0] });
                return found;
            })]);
        }
        stop() { this.#reject(Object.assign(new Error("stopped"), { name: "Stopped" })); }
    },
    explained: error => error.name === "Error" ? error.message : `${error.name}: ${error.message}`,
    drawn: text => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true),
};
"""


def call(name: str, argument: Any) -> list[Any]:
    """Call a Python function that a page needs, and return the list [error, result].

    If the call succeeds, the error is None. Otherwise, the error is a list of type and message, and the result is None.
    """
    module, _, function = name.rpartition(".")
    try:
        return [None, getattr({"play": play, "playground": playground}[module], function)(argument)]
    except Exception as error:
        return [[type(error).__name__, str(error)], None]
