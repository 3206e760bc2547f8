/**
 * Work that waits until nobody scrolls. Counting and checking a long history takes a processor for a moment, and a page
 * that is being scrolled needs it to draw.
 */
let scrolledAt = Number.NEGATIVE_INFINITY;
let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  const scrolled = (): void => void (scrolledAt = performance.now());
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
}

/** Does something once so many milliseconds have passed, and as many since somebody scrolled. What is given calls it off. */
export function whenStill(milliseconds: number, work: () => void): () => void {
  listen();
  let timer = setTimeout(look, milliseconds);
  function look(): void {
    const left = scrolledAt + milliseconds - performance.now();
    if (left > 0) timer = setTimeout(look, left);
    else work();
  }
  return () => clearTimeout(timer);
}
