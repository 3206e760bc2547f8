/** How much of the end of a stop lies under the buttons that stay in sight there, in pixels. */
export function footOver(element: HTMLElement): number {
  const foot = element.closest("[data-pause]")?.querySelector<HTMLElement>("[data-foot]");
  return foot?.offsetHeight ?? 0;
}
