const GAP = 4;

/** Lays a list over everything, below its button, or above it where there is more room. Their left or right edges meet. */
export function layBeside(
  list: HTMLElement,
  button: HTMLElement | undefined,
  edge: "left" | "right" = "right",
): void {
  if ("showPopover" in list) list.showPopover();
  placeBeside(list, button, edge);
}

/** Puts what lies over everything to where its button is now. */
export function placeBeside(
  list: HTMLElement,
  button: HTMLElement | undefined,
  edge: "left" | "right" = "right",
): void {
  const place = button?.getBoundingClientRect() ?? new DOMRect();
  const hasRoom = place.bottom + GAP + list.offsetHeight < window.innerHeight;
  list.style.top = `${hasRoom ? place.bottom + GAP : Math.max(GAP, place.top - GAP - list.offsetHeight)}px`;
  const rightmost = window.innerWidth - GAP - list.offsetWidth;
  list.style.left = `${Math.max(GAP, Math.min(rightmost, edge === "left" ? place.left : place.right - list.offsetWidth))}px`;
}
