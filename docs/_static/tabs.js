/* A tab that is chosen changes all sets of a page: the set that it was chosen in stays where it is on the screen. */
"use strict";

document.addEventListener("change", event => {
  if (!event.target.matches(".sd-tab-set > input")) return;
  const top = () => event.target.nextElementSibling.getBoundingClientRect().top, before = top();
  const stay = () => window.scrollBy({ top: top() - before, behavior: "instant" });
  document.addEventListener("change", stay, { once: true }); // when the other sets have changed
}, true);
