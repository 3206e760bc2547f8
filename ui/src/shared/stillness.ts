/**
 * Work that waits until nobody scrolls. Counting and checking a long history takes a processor for a moment, and a page
 * that is being scrolled needs it to draw.
 */
let scrolledAt = Number.NEGATIVE_INFINITY;
let isListening = false;
let isHurried = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  const scrolled = (): void => void (scrolledAt = performance.now());
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
}

/** Does everything at once from now on: a picture is taken of what comes of it, and nobody scrolls in one. */
export function hurry(): void {
  isHurried = true;
}

/** Does something once so many milliseconds have passed, and as many since somebody scrolled. What is given calls it off. */
export function whenStill(milliseconds: number, work: () => void): () => void {
  listen();
  let timer = setTimeout(look, isHurried ? 0 : milliseconds);
  function look(): void {
    const left = scrolledAt + milliseconds - performance.now();
    if (left > 0 && !isHurried) timer = setTimeout(look, left);
    else work();
  }
  return () => clearTimeout(timer);
}
