/* The menu begins where the page stands in it: with the page and its contents in sight. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const menu = document.querySelector(".sidebar-scroll"), here = menu?.querySelector(".current-page");
  if (!here) return;
  const below = here.getBoundingClientRect().top - menu.getBoundingClientRect().top;
  if (below + here.offsetHeight > menu.clientHeight) menu.scrollTo({ top: below - menu.clientHeight / 4, behavior: "instant" });
});
