import type { Host } from "$host/host";

/** A page whose window is not seen draws no frames, and has to hear of things all the same. */
const UNSEEN = 100;

/** Drawing is to take no longer than this, in milliseconds, while there are several feeds it can be shared out among. */
const SMOOTH = 12;

/** More feeds than these are not taken in with one frame. */
const TOGETHER = 8;

/** What one feed has told and the page has not taken in. */
type Untaken = (() => void)[];

/**
 * The same host, for a page that draws. What a feed tells between two frames is taken in with a later one, all at once.
 * Where several feeds tell much, they take turns. After each frame the page is left alone for as long as drawing took,
 * so that whoever types meanwhile does not wait, however much is told.
 */
export function inFrames(host: Host): Host {
  const waiting: Untaken[] = [];
  let isAsked = false;
  let freeAt = 0;
  let atOnce = 1;

  function later(feed: Untaken, work: () => void): void {
    feed.push(work);
    if (feed.length === 1) waiting.push(feed);
    ask();
  }

  function ask(): void {
    if (isAsked || waiting.length === 0) return;
    isAsked = true;
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
    for (const feed of waiting.splice(0, atOnce)) for (const work of feed.splice(0)) work();
    // This comes once the frame is drawn.
    setTimeout(() => {
      const drawn = performance.now();
      const took = drawn - begun;
      freeAt = drawn + took;
      atOnce = took > SMOOTH ? Math.max(1, atOnce - 1) : Math.min(atOnce + 1, TOGETHER);
      isAsked = false;
      ask();
    });
  }

  return {
    call: (command, args) => host.call(command, args),
    follow(args, onItem, onLost) {
      const feed: Untaken = [];
      let isFollowed = true;
      const whileFollowed = (work: () => void): void =>
        later(feed, () => {
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
