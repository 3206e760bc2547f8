import type { Host } from "$host/host";

/** A page whose window is not seen draws no frames, and has to hear of things all the same. */
const UNSEEN = 100;

/**
 * The same host, for a page that draws: what is told between two frames is taken in with the next one, all at once.
 * After that the page is left alone for as long as drawing it took, so that whoever types meanwhile does not wait,
 * however much is told.
 */
export function inFrames(host: Host): Host {
  const waiting: (() => void)[] = [];
  let freeAt = 0;

  function later(work: () => void): void {
    waiting.push(work);
    if (waiting.length > 1) return;
    const wait = freeAt - performance.now();
    if (wait > 0) setTimeout(withNextFrame, wait);
    else withNextFrame();
  }

  function withNextFrame(): void {
    const run = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      takeIn();
    };
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, UNSEEN);
  }

  function takeIn(): void {
    const begun = performance.now();
    for (const work of waiting.splice(0)) work();
    // This comes once the frame is drawn.
    setTimeout(() => {
      const drawn = performance.now();
      freeAt = drawn + (drawn - begun);
    });
  }

  return {
    call: (command, args) => host.call(command, args),
    follow(args, onItem, onLost) {
      let isFollowed = true;
      const whileFollowed = (work: () => void): void =>
        later(() => {
          if (isFollowed) work();
        });
      const stop = host.follow(
        args,
        (item) => whileFollowed(() => onItem(item)),
        (error) => whileFollowed(() => onLost(error)),
      );
      return () => {
        isFollowed = false;
        stop();
      };
    },
  };
}
