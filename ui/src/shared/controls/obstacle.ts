import type { Attachment } from "svelte/attachments";
import { layBeside, placeBeside } from "$shared/controls/popover";

/**
 * Shows why a button does nothing now, while the keys are at it. The reason lies over everything, so that it is neither
 * faded with the button nor cut by what scrolls. A pointer and a screen reader have it from the title of the button.
 */
export function explain(obstacle: string | null): Attachment<HTMLElement> {
  return (button) => {
    if (obstacle === null) return;
    let bubble: HTMLElement | null = null;

    function show(): void {
      if (bubble !== null || !button.matches(":focus-visible")) return;
      bubble = bubbleOf(obstacle ?? "");
      // What is beside an open dialog lies under it.
      (button.closest("dialog") ?? document.body).append(bubble);
      layBeside(bubble, button);
      document.addEventListener("scroll", follow, true);
      window.addEventListener("resize", follow);
    }

    function follow(): void {
      if (bubble !== null) placeBeside(bubble, button);
    }

    function hide(): void {
      bubble?.remove();
      bubble = null;
      document.removeEventListener("scroll", follow, true);
      window.removeEventListener("resize", follow);
    }

    function pressed({ key }: KeyboardEvent): void {
      if (key === "Escape") hide();
    }

    button.addEventListener("focus", show);
    button.addEventListener("blur", hide);
    button.addEventListener("keydown", pressed);
    // Whoever has just pressed it is there already.
    if (document.activeElement === button) show();
    return () => {
      hide();
      button.removeEventListener("focus", show);
      button.removeEventListener("blur", hide);
      button.removeEventListener("keydown", pressed);
    };
  };
}

function bubbleOf(obstacle: string): HTMLElement {
  const bubble = document.createElement("div");
  bubble.className = "obstacle";
  bubble.setAttribute("aria-hidden", "true");
  bubble.setAttribute("popover", "manual");
  bubble.textContent = obstacle;
  return bubble;
}
