import { type Language, language } from "$language/language";
import { type Phrase, sayIn } from "$language/say";
import type { Shortcut } from "$frame/shortcuts";

/** The menus themselves, and what the system does by itself. */
type OfTheSystem =
  | "file"
  | "edit"
  | "view"
  | "run"
  | "window"
  | "about"
  | "services"
  | "hide"
  | "hideOthers"
  | "showAll"
  | "quit"
  | "exit"
  | "closeWindow"
  | "undo"
  | "redo"
  | "cut"
  | "copy"
  | "paste"
  | "selectAll"
  | "fullScreen"
  | "minimise"
  | "maximise"
  | "zoom";

/** What stands in the menu of the system. The shell has the same titles, and builds the menu of them. */
export const MENU: Record<OfTheSystem | Shortcut, Phrase> = {
  about: "About Callwright",
  services: "Services",
  hide: "Hide Callwright",
  hideOthers: "Hide Others",
  showAll: "Show All",
  quit: "Quit Callwright",
  file: "File",
  newSession: "New Session",
  settings: "Session Settings",
  closeWindow: "Close Window",
  exit: "Exit",
  edit: "Edit",
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  selectAll: "Select All",
  view: "View",
  palette: "Commands…",
  search: "Search",
  leftRail: "Left Side",
  rightRail: "Inspector",
  fullScreen: "Toggle Full Screen",
  run: "Run",
  continue: "Continue",
  step: "Step",
  stepOver: "Step Over",
  toCall: "Run to the Next Call",
  pause: "Pause",
  stop: "Stop",
  breakpoint: "Breakpoint",
  window: "Window",
  minimise: "Minimise",
  maximise: "Maximise",
  zoom: "Zoom",
};

/** The words of the menu. A page speaks one language, so they are told once. */
export function menuWords(spoken: Language = language): Record<string, string> {
  return Object.fromEntries(Object.entries(MENU).map(([title, phrase]) => [title, sayIn(spoken, phrase)]));
}
