/** The first element that fits, once it is there. */
export async function appeared(selector: string): Promise<Element> {
  for (;;) {
    const found = document.querySelector(selector);
    if (found !== null) return found;
    await new Promise(requestAnimationFrame);
  }
}
