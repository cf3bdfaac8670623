import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

/* The board of `design-frames.ts`, and pages of drawing libraries that show it. */

const libraries = {
  fabric: { version: "7.4.0", file: "dist/index.min.js" },
  konva: { version: "10.9.1", file: "konva.min.js" },
} as const;
/** Of the board on the screen, pixels; the pages of the libraries show as much. */
export const board = 720;

/** The 60 layers: a grid of words and shapes, and three photographs above them. Shares of the board's width. */
interface Piece {
  readonly kind: "text" | "rect" | "photo";
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly photo?: number;
}
export const pieces: readonly Piece[] = [
  ...Array.from({ length: 57 }, (_, n): Piece => {
    const [x, y] = [0.1 + (n % 8) * 0.11, 0.08 + Math.floor(n / 8) * 0.12];
    return { kind: n % 2 === 0 ? "text" : "rect", x, y, size: 0.09 };
  }),
  ...[0, 1, 2].map(
    (photo): Piece => ({
      kind: "photo",
      x: 0.3 + photo * 0.2,
      y: 0.35 + photo * 0.15,
      size: 0.3,
      photo,
    }),
  ),
];

/** A page with the library, which npm fetches, and the board, as files of the folder. */
async function libraryPage(
  folder: string,
  name: keyof typeof libraries,
  photos: readonly Buffer[],
  script: string,
) {
  const { version, file } = libraries[name];
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", `${name}@${version}`, "--silent", "--pack-destination", folder],
    { cwd: folder },
  );
  await promisify(execFile)("tar", ["xzf", stdout.trim(), "--one-top-level"], { cwd: folder });
  const source = await readFile(
    path.join(folder, stdout.trim().replace(/[.]tgz$/, ""), "package", file),
    "utf8",
  );
  await Promise.all(
    photos.map(async (photo, n) => writeFile(path.join(folder, `${n}.jpg`), await preview(photo))),
  );
  await writeFile(path.join(folder, `${name}.js`), source);
  const html = path.join(folder, `${name}.html`);
  await writeFile(
    html,
    `<!doctype html><body style="margin:0"><div id="board"><canvas id="canvas" width="${board}" height="${board}"></canvas></div>
<script src="${name}.js"></script><script>
const pieces = ${JSON.stringify(pieces)}, board = ${board};
const load = (n) => new Promise((done) => { const image = new Image(); image.onload = () => done(image); image.src = n + ".jpg"; });
(async () => { ${script}; window.isReady = true; })();
</script></body>`,
  );
  return html;
}

/** As the designer's own previews are. */
function preview(photo: Buffer): Promise<Buffer> {
  return sharp(photo).resize(1600, 1600, { fit: "inside" }).jpeg().toBuffer();
}

/** The board in Fabric.js. @returns the page's file, in the folder */
export function fabricPage(folder: string, photos: readonly Buffer[]): Promise<string> {
  return libraryPage(
    folder,
    "fabric",
    photos,
    `
    const canvas = new fabric.Canvas("canvas");
    for (const { kind, x, y, size, photo } of pieces) {
      const place = { left: x * board, top: y * board, originX: "center", originY: "center" };
      if (kind === "text") canvas.add(new fabric.FabricText("Kata", { ...place, fontSize: 22, fontFamily: "sans-serif", fill: "#2b39a6" }));
      else if (kind === "rect") canvas.add(new fabric.Rect({ ...place, width: size * board, height: size * board * 0.75, rx: 7, ry: 7, fill: "#e8a33d" }));
      else { const image = new fabric.FabricImage(await load(photo), place); image.scaleToWidth(size * board); canvas.add(image); }
    }
    canvas.renderAll()`,
  );
}

/** The board in Konva. @returns the page's file, in the folder */
export function konvaPage(folder: string, photos: readonly Buffer[]): Promise<string> {
  return libraryPage(
    folder,
    "konva",
    photos,
    `
    const stage = new Konva.Stage({ container: "board", width: board, height: board });
    const layer = new Konva.Layer();
    stage.add(layer);
    for (const { kind, x, y, size, photo } of pieces) {
      const w = size * board, h = w * 0.75, place = { x: x * board, y: y * board, offsetX: w / 2, offsetY: h / 2, draggable: true };
      if (kind === "text") layer.add(new Konva.Text({ ...place, text: "Kata", fontSize: 22, fill: "#2b39a6" }));
      else if (kind === "rect") layer.add(new Konva.Rect({ ...place, width: w, height: h, cornerRadius: 7, fill: "#e8a33d" }));
      else layer.add(new Konva.Image({ ...place, image: await load(photo), width: w, height: h }));
    }
    layer.draw()`,
  );
}
