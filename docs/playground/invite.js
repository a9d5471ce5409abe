/* The board of the front page. A click opens the page of play in its place, with the first move made: only then does
   Python start. A page that is opened as a file cannot start it; there the link leads to the page of play, which says so. */
"use strict";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.invite");
  if (!link || location.protocol === "file:") return;
  event.preventDefault();
  const column = event.target.closest("[data-square]")?.dataset.square.split(",")[1];
  const frame = Object.assign(document.createElement("iframe"), { className: "invite", title: "A game against a bot" });
  frame.src = link.href + (column ? `&moves=${column}` : "");
  frame.onload = () => new ResizeObserver(([{ target }]) => {
    frame.style.height = `${target.scrollHeight + 4}px`;
  }).observe(frame.contentDocument.querySelector("article"));
  link.replaceWith(frame);
  frame.focus(); // who came by the keyboard goes on in it
});
