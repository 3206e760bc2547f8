import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { type Diagnostic, linter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  tooltips,
  type ViewUpdate,
} from "@codemirror/view";
import type { CodeDraft } from "$editor/codeDraft";
import { footOver } from "$shared/layout/foot";
import { leaveField } from "$shared/nextFocus";
import { schemaCompletions } from "./completions";
import { rangeOf, rangeOfFault } from "./jsonPlaces";
import { editorLook } from "./look";
import { unseenMarks } from "./unseenMarks";

export type Opening = {
  parent: HTMLElement;
  draft: CodeDraft;
  label: string;
  /** The id of the words below the editor. */
  describedBy: string;
  onSubmit: () => void;
};

/** What of a draft an editor shows. */
type Shown = Pick<CodeDraft, "text" | "fault" | "problems" | "language">;

export type OpenEditor = {
  /** Takes over what changed outside: the text, what is wrong with it, its language. */
  take: (draft: Shown) => void;
  focus: () => void;
  close: () => void;
};

/** How an editor stood when it was closed, so that scrolling away keeps what can be undone. */
const closed = new WeakMap<CodeDraft, unknown>();

const HISTORY = { history: historyField };
/** Keys that mean something in the whole window. */
const TAKEN = new Set(["Mod-i", "Ctrl-k"]);
const KEYS = [
  ...closeBracketsKeymap,
  ...defaultKeymap.filter(({ key, mac }) => !TAKEN.has(key ?? "") && !TAKEN.has(mac ?? "")),
  ...searchKeymap,
  ...historyKeymap,
  ...foldKeymap,
  ...completionKeymap,
  ...lintKeymap,
  // Tab takes what is offered and else leaves, as everywhere. Escape leaves once nothing is open that it closes.
  { key: "Tab", run: acceptCompletion },
  { key: "Escape", run: leave },
];

/** Around a dialog nothing closes by it. */
function leave(view: EditorView): boolean {
  leaveField(view.contentDOM);
  return true;
}

export function openEditor(opening: Opening): OpenEditor {
  const { parent, draft } = opening;
  const language = new Compartment();
  let spoken = draft.language;
  const extensions = [common(opening), language.of(ofLanguage(draft)), written(draft)];
  const view = new EditorView({ parent, state: stateOf(draft, extensions) });

  function take(shown: Shown): void {
    const changes = difference(view.state.doc.toString(), shown.text);
    if (changes !== null) view.dispatch({ changes });
    if (spoken !== shown.language) {
      spoken = shown.language;
      view.dispatch({ effects: language.reconfigure(ofLanguage(draft)) });
    }
    view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, shown)));
    view.contentDOM.setAttribute("aria-invalid", String(shown.fault !== null));
  }

  return {
    take,
    focus: () => view.focus(),
    close: () => {
      closed.set(draft, view.state.toJSON(HISTORY));
      view.destroy();
    },
  };
}

function stateOf(draft: CodeDraft, extensions: Extension): EditorState {
  const before = closed.get(draft);
  const state = before === undefined ? null : EditorState.fromJSON(before, { extensions }, HISTORY);
  return state !== null && state.doc.toString() === draft.text
    ? state
    : EditorState.create({ doc: draft.text, extensions });
}

function common({ parent, label, describedBy, onSubmit }: Opening): Extension {
  const submit = (): boolean => {
    onSubmit();
    return true;
  };
  return [
    keymap.of([{ key: "Mod-Enter", run: submit }, ...KEYS]),
    history(),
    search({ top: false }),
    highlightSelectionMatches(),
    linter(null),
    unseenMarks,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-describedby": describedBy,
      spellcheck: "false",
      autocapitalize: "off",
    }),
    // The line that is written comes into sight above the buttons of a stop.
    EditorView.scrollMargins.of(({ dom }) => ({ bottom: footOver(dom) })),
    tooltips({ parent: placeForTips(parent) }),
    editorLook,
  ];
}

/** Lists that pop up lie over everything, and in the theme of their editor. */
function placeForTips(parent: HTMLElement): HTMLElement {
  const place = parent.closest<HTMLElement>("dialog, div[data-theme]");
  return place ?? document.body;
}

function ofLanguage(draft: CodeDraft): Extension {
  if (draft.language === "text") return [];
  return [
    json(),
    lineNumbers(),
    highlightActiveLineGutter(),
    foldGutter({ openText: "⌄", closedText: "›" }),
    codeFolding(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    autocompletion({ override: [schemaCompletions(() => draft.schema)], icons: false }),
  ];
}

function written(draft: CodeDraft): Extension {
  return EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    const text = update.state.doc.toString();
    if (text !== draft.text) draft.write(text);
    if (draft.schema !== null && beginsSomething(update)) startCompletion(update.view);
  });
}

/** A quotation mark begins a name or a text, which the editor may know. */
function beginsSomething({ transactions, state }: ViewUpdate): boolean {
  const { head } = state.selection.main;
  const isTyped = transactions.some((transaction) => transaction.isUserEvent("input.type"));
  return isTyped && /[[{,:\s]"$/.test(state.sliceDoc(Math.max(0, head - 2), head));
}

function diagnosticsOf(state: EditorState, draft: Shown): Diagnostic[] {
  if (draft.language === "text") return [];
  if (draft.fault !== null && draft.fault.line > 0)
    return [{ ...rangeOfFault(state, draft.fault), severity: "error", message: draft.fault.message }];
  return draft.problems.map(({ path, message }) => ({
    ...rangeOf(state, path),
    severity: "warning",
    message,
  }));
}

/** The one stretch in which two texts differ, so that the cursor stays where it is. */
function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  let start = 0;
  const most = Math.min(before.length, after.length);
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
