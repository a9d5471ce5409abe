/* Pictures in pages: a sign where one scrolls, and buttons that show a sequence one picture at a time. */
"use strict";

/* How long Play shows each picture, in milliseconds; longer where it begins by itself, because there is more to read. */
const PLAYED = 2000, PLAYED_AT_ONCE = 4000;

/* Mark the sides on which a picture has more to show. */
function markScrolling(picture) {
  const left = picture.scrollLeft, right = picture.scrollWidth - picture.clientWidth - left;
  picture.parentElement.classList.toggle("more-left", left > 2);
  picture.parentElement.classList.toggle("more-right", right > 2);
}

function watchScrolling(picture) {
  const mark = () => markScrolling(picture);
  picture.addEventListener("scroll", mark, { passive: true });
  new ResizeObserver(mark).observe(picture);
}

/* The list of sentences that follows a sequence, one for each picture, if there is one. */
function sentencesOf(figure, length) {
  const list = figure.nextElementSibling;
  return list && list.tagName === "OL" && list.children.length === length ? [...list.children] : [];
}

function makeStepper(figure) {
  const frames = [...figure.querySelectorAll(".frame")];
  const sentences = sentencesOf(figure, frames.length);
  const button = name => figure.querySelector(`[data-does="${name}"]`);
  const [previous, next, play] = ["Previous", "Next", "Play"].map(button);
  const status = figure.querySelector('[role="status"]');
  const atOnce = figure.closest(".plays") !== null;
  let now = 0, timer = null;

  const show = number => {
    now = number;
    frames.forEach((frame, n) => { frame.hidden = n !== now; });
    sentences.forEach((sentence, n) => sentence.classList.toggle("now", n === now));
    previous.setAttribute("aria-disabled", now === 0);
    next.setAttribute("aria-disabled", now === frames.length - 1);
    status.textContent = `step ${now + 1} of ${frames.length}`;
    figure.querySelectorAll(".picture").forEach(markScrolling);
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  };
  const go = by => {
    stop();
    show(Math.min(frames.length - 1, Math.max(0, now + by)));
  };
  const advance = () => {
    if (now === frames.length - 1) stop();
    else show(now + 1);
  };
  const toggle = () => {
    if (timer !== null) return stop();
    if (now === frames.length - 1) show(0);
    play.textContent = "Pause";
    timer = setInterval(advance, atOnce ? PLAYED_AT_ONCE : PLAYED);
  };

  previous.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  play.addEventListener("click", toggle);
  figure.addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const inner = event.target.closest(".picture");
    if (by && !(inner && inner.scrollWidth > inner.clientWidth)) {
      event.preventDefault();
      go(by);
    }
  });
  figure.classList.add("stepping");
  figure.querySelector(".buttons").hidden = false;
  show(0);
  if (atOnce && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) whenSeen(figure, () => {
    if (now === 0 && timer === null) toggle();
  });
}

/* Call a function once, when an element has come into view. */
function whenSeen(element, call) {
  const observer = new IntersectionObserver(entries => {
    if (!entries.some(entry => entry.isIntersecting)) return;
    observer.disconnect();
    call();
  }, { threshold: 0.4 });
  observer.observe(element);
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("figure.steps").forEach(makeStepper);
  document.querySelectorAll(".picture").forEach(watchScrolling);
});
