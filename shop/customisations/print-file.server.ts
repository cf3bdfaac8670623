import { AppError } from "#base/errors.ts";
import { ok } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { findPrintProfile } from "#shop/designs/colour-profiles/print-profiles.server.ts";
import { assetsOf, type DisplayList } from "#shop/designs/display-list.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { readPrintSpec } from "#shop/designs/print-spec.ts";
import { asBusy, separate } from "#shop/designs/separations/design-separations.server.ts";
import { slugLine } from "#shop/designs/slug-line.ts";
import { type PdfPage, slugWidth, toPdf } from "#shop/designs/to-pdf.server.ts";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";

/** Letters of the line below the print. */
const slugFont = "plus-jakarta-sans-500";

/**
 * What the printer prints, as the buyer approved it: one page an area, and of a roster one page an area and piece. The log has
 * who took it, because it may show people.
 * @returns undefined until then
 * @throws AppError 409 where its contour cannot be cut or its pictures are no longer kept, 503 while too many pictures are drawn
 */
export async function findPrintFile(
  actor: Person,
  id: string,
): Promise<{ bytes: Buffer; fileName: string } | undefined> {
  if (!may(actor, "customisations.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<
    {
      display: DisplayList;
      spec: unknown;
      body: string | null;
      rows: { text: string }[] | null;
      displays: DisplayList[] | null;
      hash: string;
      number: string;
      sku: string;
      pieces: number;
      position: number;
      order_id: string;
    }[]
  >`
    select c.order_id, p.display, c.spec, ${bodyOfLine(sql)} as body, p.pieces as rows, p.piece_displays as displays, p.display_hash as hash, o.number, l.sku, l.quantity as pieces, l.position
    from proofs p join customisations c on c.id = p.customisation_id
    join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
    where c.id = ${id} and p.decision = 'approved' and p.display is not null`;
  if (!row) return undefined;
  const font = fontCatalogue.find((one) => one.id === slugFont);
  const typeface = font && (await loadFonts()).get(font.sha256);
  if (!typeface) throw new Error(`the font ${slugFont} is missing`);
  const name = `${row.number}-${row.position + 1}-${row.sku}-${row.pieces}x-${row.hash.slice(0, 8)}`;
  const displays = row.displays ?? [row.display];
  const spec = readPrintSpec(row.spec);
  if (!spec.ok) throw new Error(`the specification of the customisation ${id} cannot be read`);
  const assets = [...new Set(displays.flatMap(assetsOf))];
  const files = await readAssetFiles(assets, "master");
  if (files.size < assets.length) throw new AppError("picture_gone", 409);
  const pages: PdfPage[] = [];
  for (const [index, display] of displays.entries()) {
    const piece = row.rows ? ` ${index + 1}/${displays.length} ${row.rows[index]?.text ?? ""}` : "";
    const areas = await separate(display, spec.value, row.body).catch(asBusy);
    for (const { side, area, separations, problem } of areas) {
      // A file without the cut would look whole.
      if (problem) throw new AppError(problem, 409);
      const slug = slugLine(`${name} ${side}/${area.id}${piece}`, area, typeface, slugWidth);
      pages.push({ area, slug, separations });
    }
  }
  const bytes = await toPdf({
    process: row.display.process,
    profile: await findPrintProfile(row.display.process),
    pages,
    files,
    title: name,
  });
  const logged = await asStaff(actor, "customisations.read", async (sql) => {
    await recordAct(sql, actor, "customisation.downloaded", {
      ...{ orderId: row.order_id, subjectId: id, details: { file: name } },
    });
    return ok(null);
  });
  return logged.ok ? { bytes, fileName: `${name}.pdf` } : undefined;
}
