import { fetchEditor } from "$editor/fetched.svelte";
import type { AppState } from "$window/app.svelte";

/** Tells the shell once that there is something to use, which then shows the window. For use in a component. */
export function tellWhenReady(app: AppState): void {
  const isUsable = $derived(
    app.problem !== null || (app.overview !== null && (app.session === null || app.session.isLoaded)),
  );
  let isTold = false;
  $effect(() => {
    if (!isUsable || isTold) return;
    isTold = true;
    requestAnimationFrame(() => {
      // Editors are wanted soon, and the window must not wait for them.
      void app.host.call("page_ready", {}).then(fetchEditor, () => undefined);
    });
  });
}
