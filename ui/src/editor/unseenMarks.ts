import { bidiIsolates } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { ALL, bracketed, stretches, type Unseen, unseenTitle } from "$shared/text/unseen";

/** A mark in the place of what can't be seen. The text of the editor stays as it is. */
class Mark extends WidgetType {
  readonly #unseen: Unseen;

  constructor(unseen: Unseen) {
    super();
    this.#unseen = unseen;
  }

  override eq(other: Mark): boolean {
    return other.#unseen.raw === this.#unseen.raw;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = "unseen";
    mark.dataset["mark"] = bracketed(this.#unseen);
    mark.title = unseenTitle(this.#unseen);
    return mark;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const matches = new MatchDecorator({
  // One of its own, because it remembers where it is.
  regexp: new RegExp(ALL.lines),
  decorate: (add, from, _to, [whole]) => {
    let at = from;
    for (const part of stretches(whole)) {
      const raw = typeof part === "string" ? part : part.raw;
      if (typeof part !== "string") add(at, at + raw.length, Decoration.replace({ widget: new Mark(part) }));
      at += raw.length;
    }
  },
});

const marks = ViewPlugin.define(
  (view) => ({
    shown: matches.createDeco(view),
    update(update: ViewUpdate): void {
      this.shown = matches.updateDeco(update, this.shown);
    },
  }),
  {
    decorations: ({ shown }): DecorationSet => shown,
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.shown ?? Decoration.none),
  },
);

/** Marks what can't be seen, and keeps what is written from right to left within its quotes. */
export const unseenMarks: Extension = [marks, bidiIsolates()];
