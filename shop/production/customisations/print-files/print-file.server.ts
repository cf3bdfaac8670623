import { AppError } from "#base/errors.ts";
import { paletteInks } from "#shop/designs/colour/palette-inks.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { printInThread } from "#shop/designs/in-thread.server.ts";
import { findPrintProfile } from "#shop/designs/print/print-profiles.server.ts";
import type { PdfPage } from "#shop/designs/print/to-pdf.server.ts";
import { separate } from "#shop/designs/separations/design-separations.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findApprovedPrint, recordDownload } from "./approved-print.server.ts";

/** Letters of the line below the print. */
const slugFont = "plus-jakarta-sans-500";

/**
 * What the printer prints, as the buyer approved it: one page an area, and of a roster one page an area and piece.
 * @returns undefined until then
 * @throws AppError 409 where its contour cannot be cut or its pictures are no longer kept, 503 while too many pictures are drawn
 */
export async function findPrintFile(
  actor: Person,
  id: string,
): Promise<{ bytes: Buffer; fileName: string } | undefined> {
  const print = await findApprovedPrint(actor, id);
  if (!print) return undefined;
  const font = fontCatalogue.find((one) => one.id === slugFont);
  if (!font) throw new Error(`the font ${slugFont} is missing`);
  const { displays, rows, process, spec, body, files } = print;
  const name = print.name();
  const pages: PdfPage[] = [];
  for (const [index, display] of displays.entries()) {
    const piece = rows ? ` ${index + 1}/${displays.length} ${rows[index]?.text ?? ""}` : "";
    const areas = await separate(display, spec, body);
    for (const { side, area, separations, problem } of areas) {
      // A file without the cut would look whole.
      if (problem) throw new AppError(problem, 409);
      const slug = await printInThread(
        "slugLine",
        `${name} ${side}/${area.id}${piece}`,
        area,
        font.sha256,
      );
      pages.push({ area, slug, separations });
    }
  }
  const bytes = await printInThread("toPdf", {
    process,
    profile: await findPrintProfile(process),
    pages,
    files,
    title: name,
    chart: paletteInks(spec),
  });
  const fileName = `${name}.pdf`;
  return (await recordDownload(actor, print, name)) ? { bytes, fileName } : undefined;
}
