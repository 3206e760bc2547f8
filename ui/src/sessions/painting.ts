import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import mono from "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url";
import { say } from "$language/say";
import { hostError } from "$host/host";

/** The longest side and the most pixels that every browser paints. */
const LONGEST = 16_384;
const MOST = 64_000_000;

/** The fonts of a picture by the names it uses. A picture reaches none of the page, so they are put into it. */
const FONTS = { Inter: inter, "JetBrains Mono": mono };

type Size = { width: number; height: number };

/** How many pixels a pixel of the picture gets: two where there is room for them. Nothing, where there is none for one. */
export function scaleOf({ width, height }: Size): number | null {
  const fits = (scale: number): boolean =>
    Math.max(width, height) * scale <= LONGEST && width * height * scale * scale <= MOST;
  return [2, 1].find(fits) ?? null;
}

/** Paints a picture of SVG as PNG. What is given are the bytes of the file in Base64. */
export async function paint(svg: string): Promise<string> {
  const image = await loaded(await withFonts(svg));
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = scaleOf({ width, height });
  if (scale === null)
    throw hostError(
      say("The picture is too large for PNG: {width} × {height} pixels.", { width, height }),
      say("Save it as SVG, or export fewer messages or one lane."),
    );
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const brush = canvas.getContext("2d");
  if (brush === null) throw unpainted();
  // WebKit lays a picture out with its own fonts only after it was painted once.
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  await new Promise(requestAnimationFrame);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const [, base64 = ""] = canvas.toDataURL("image/png").split(",");
  if (base64 === "") throw unpainted();
  return base64;
}

function unpainted(): Error {
  return hostError(say("The picture can’t be painted here."), say("Save it as SVG."));
}

async function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    throw unpainted();
  }
  return image;
}

async function withFonts(svg: string): Promise<string> {
  const faces = await Promise.all(Object.entries(FONTS).map(([name, address]) => face(name, address)));
  return svg.replace("<style>", () => `<style>${faces.join("")}`);
}

async function face(name: string, address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `@font-face{font-family:"${name}";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(letters)})}`;
}
