import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const code = { fontFamily: "var(--font-code)", fontFeatureSettings: '"calt" 0' };
const raised = {
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-2)",
  background: "var(--surface-raised)",
  color: "var(--ink)",
  boxShadow: "var(--shadow-2)",
};

/** The editor in the colours of the page. They are tokens, so that it follows the theme by itself. */
const look = EditorView.theme({
  "&": { background: "none", color: "var(--ink)", fontSize: "var(--text-sm)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { ...code, lineHeight: "19px", maxHeight: "var(--editor-most)", overflow: "auto" },
  ".cm-content": {
    minHeight: "var(--editor-least)",
    padding: "var(--space-4) 0",
    caretColor: "var(--ink)",
    // The page around is no text to be selected, and an editor in it would not be one either.
    userSelect: "text",
    WebkitUserSelect: "text",
  },
  ".cm-line": { padding: "0 10px 0 var(--space-3)" },
  ".cm-gutters": {
    border: "none",
    background: "none",
    color: "var(--ink-faint)",
    fontSize: "var(--text-xs)",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "22px", padding: "0 2px 0 var(--space-4)" },
  ".cm-foldGutter .cm-gutterElement": { width: "13px", cursor: "pointer", textAlign: "center" },
  ".cm-activeLineGutter": { background: "none", color: "var(--ink)" },
  ".cm-selectionMatch": { background: "var(--surface-selected)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--surface-pressed)", borderRadius: "2px" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "none", color: "var(--bad)" },
  ".cm-foldPlaceholder": {
    margin: "0 2px",
    padding: "0 5px",
    border: "1px solid var(--line)",
    background: "var(--surface-hover)",
    color: "var(--ink-soft)",
  },
  ".cm-lintRange-error": { backgroundImage: "none", boxShadow: "inset 0 -2px var(--bad)" },
  ".cm-lintRange-warning": { backgroundImage: "none", boxShadow: "inset 0 -2px var(--pause-fill)" },
  ".cm-lintPoint": { display: "none" },
  ".cm-tooltip": raised,
  ".cm-diagnostic": { padding: "3px 8px", borderLeftWidth: "3px", fontFamily: "var(--font-ui)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--pause-fill)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { ...code, maxHeight: "14em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px", lineHeight: "19px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    background: "var(--surface-selected)",
    color: "var(--ink)",
  },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionDetail": {
    marginLeft: "1em",
    color: "var(--ink-faint)",
    fontStyle: "normal",
    fontFamily: "var(--font-ui)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", color: "var(--accent)" },
  ".cm-tooltip.cm-completionInfo": { padding: "6px 8px", maxWidth: "300px", fontFamily: "var(--font-ui)" },
});

const search = EditorView.theme({
  ".cm-panels": { background: "var(--surface-sunken)", color: "var(--ink)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line-soft)" },
  ".cm-panel.cm-search": { padding: "6px 28px 6px 8px", fontFamily: "var(--font-ui)" },
  ".cm-panel.cm-search label": { fontSize: "var(--text-xs)", color: "var(--ink-soft)" },
  ".cm-textfield": {
    padding: "2px 6px",
    border: "1px solid var(--line-control)",
    borderRadius: "var(--radius-1)",
    background: "var(--surface-main)",
    fontSize: "var(--text-sm)",
  },
  ".cm-button": {
    padding: "2px 8px",
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius-1)",
    background: "var(--surface-raised)",
    backgroundImage: "none",
    fontSize: "var(--text-xs)",
  },
  ".cm-panel.cm-search [name=close]": { fontSize: "16px", color: "var(--ink-soft)" },
  ".cm-searchMatch": { background: "var(--pause-glow)", outline: "1px solid var(--pause-line)" },
  ".cm-searchMatch-selected": { background: "var(--pause-line)" },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-key)" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.bool, tags.null], color: "var(--code-word)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--ink-faint)" },
]);

export const editorLook: Extension = [look, search, syntaxHighlighting(colours)];
