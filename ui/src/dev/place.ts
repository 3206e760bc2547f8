import type { SessionId } from "$contract";

/** What a reload shows again: the session, and the row at the top of its transcript unless that was at its end. */
type Place = { session: SessionId; row: Row | null };

/** A row by what it says, since rows have no names in the document, and how far it is from the top. */
type Row = { text: string; below: number; scrolled: number };

type App = {
  readonly session: { readonly id: SessionId } | null;
  readonly listed: readonly { readonly id: SessionId }[];
  load(): Promise<void>;
  open(session: SessionId): void;
};

const KEPT_AS = "callwright.dev.place";

/** How often the place is noted, in milliseconds. The window is ended without a word to its page. */
const NOTED = 300;

/** How long the place is looked for, in frames: rows are measured as they are drawn. */
const FRAMES = 180;

/** How long it is held, in frames: a transcript follows its end until it was scrolled. */
const HELD = 20;

/** Opens the session that was open before the page was reloaded, at the same place. For development. */
export async function keepPlace(app: App, storage: Storage): Promise<void> {
  const kept = JSON.parse(storage.getItem(KEPT_AS) ?? "null") as Place | null;
  await app.load();
  if (kept !== null && app.listed.some(({ id }) => id === kept.session)) {
    app.open(kept.session);
    if (kept.row !== null) await goTo(kept.row);
  }
  setInterval(() => {
    const { session } = app;
    if (session !== null) storage.setItem(KEPT_AS, JSON.stringify({ session: session.id, row: topRow() }));
  }, NOTED);
}

function list(): Element | null {
  return document.querySelector('[role="log"] > div');
}

function topRow(): Row | null {
  const scroller = list();
  if (scroller === null || isAtEnd(scroller)) return null;
  const { top } = scroller.getBoundingClientRect();
  const row = rowsOf(scroller).find((element) => element.getBoundingClientRect().bottom > top);
  if (row === undefined) return null;
  const below = row.getBoundingClientRect().top - top;
  return { text: textOf(row), below, scrolled: scroller.scrollTop };
}

async function goTo({ text, below, scrolled }: Row): Promise<void> {
  for (let [frame, held] = [0, 0]; frame < FRAMES && held < HELD; frame += 1) {
    await new Promise(requestAnimationFrame);
    const scroller = list();
    if (scroller === null || scroller.scrollHeight - scroller.clientHeight < scrolled / 2) continue;
    const row = rowsOf(scroller).find((element) => textOf(element) === text);
    if (row === undefined) {
      scroller.scrollTop = scrolled;
      continue;
    }
    held += 1;
    scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - below;
  }
}

function rowsOf(scroller: Element): Element[] {
  return [...(scroller.firstElementChild?.children ?? [])];
}

function textOf(row: Element): string {
  return row.textContent.slice(0, 200);
}

function isAtEnd(scroller: Element): boolean {
  return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
}
