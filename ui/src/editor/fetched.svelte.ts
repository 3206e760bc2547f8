type Editor = typeof import("$editor/codeMirror");

// One for all, so that only the very first editor waits for it.
let editor = $state.raw<Editor | null>(null);

/** The editor, once it is here. */
export function fetchedEditor(): Editor | null {
  return editor;
}

/** Gets the editor before it is needed. It comes in its own file, so that the window doesn't wait for it. */
export async function fetchEditor(): Promise<void> {
  editor ??= await import("$editor/codeMirror");
}
