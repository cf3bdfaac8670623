import { rasterProcesses } from "#shop/designs/document/print-processes.ts";
import type { DisplayArea } from "#shop/designs/draw/display-list.ts";
import { maxRasterSide } from "#shop/designs/draw/to-png.server.ts";
import { printInThread } from "#shop/designs/in-thread.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findApprovedPrint, recordDownload } from "./approved-print.server.ts";
import type { ZippedFile } from "./zip.ts";

/**
 * The same as `findPrintFile`, as PNG with alpha for the software of raster printers: one a side and piece, up to the bleed, at the
 * resolution of its area, mirrored where the process asks for it. Each is drawn when it is read.
 * @returns undefined until the buyer has approved it, and for processes that print from vectors alone
 * @throws AppError 409 where its pictures are no longer kept, 503 while too many pictures are drawn
 */
export async function findPrintImages(
  actor: Person,
  id: string,
): Promise<{ files: AsyncIterable<ZippedFile>; fileName: string } | undefined> {
  const print = await findApprovedPrint(actor, id);
  if (!print || !rasterProcesses.has(print.process)) return undefined;
  const fileName = `${print.name()}-png.zip`;
  if (!(await recordDownload(actor, print, fileName))) return undefined;
  const { displays, rows, files } = print;
  async function* draw(): AsyncGenerator<ZippedFile> {
    for (const [index, { sides }] of displays.entries())
      for (const { id: side, areas } of sides)
        for (const area of areas) {
          if (area.items.length === 0) continue;
          const at = areas.length > 1 ? `${side}.${area.id}` : side;
          const piece = rows ? [String(index + 1).padStart(2, "0")] : [];
          const options = { files, dpi: dpiOf(area), forPrint: true };
          const bytes = await printInThread("toPng", area, options);
          yield { name: `${print?.name([at, ...piece])}.png`, bytes };
        }
  }
  return { files: draw(), fileName };
}

/** The area's own, but for areas so large that their picture would have too many pixels; the file says which one it is. */
function dpiOf({ w, h, bleed, dpi }: DisplayArea): number {
  const millimetres = Math.max(w, h) + 2 * bleed;
  return Math.min(dpi, Math.floor((maxRasterSide / millimetres) * 25.4));
}
