import { inLanguage, type Language } from "#base/language.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { findPrinting } from "#shop/designs/print-setup/find-printing.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  decorate,
  ink,
  left,
  muted,
  openPdf,
  type Pdf,
  write,
} from "#shop/orders/invoice/pdf-page.server.ts";
import { drawScale, pointsOfMillimetre } from "./draw-scale.server.ts";
import { rulerTexts } from "./ruler-texts.ts";

/** The sheet, and where areas are drawn on it, in millimetres. */
const sheet = { w: 210, h: 297 };
const corner = { x: left / pointsOfMillimetre, y: 75 };
const edge = 10;

/**
 * An A4 page for each area of a specification: a scale of 100 mm, and the area with its safe line in true size.
 * @returns undefined where the product has no such specification now, or the person may not read products
 */
export async function drawRuler(
  actor: Person,
  productId: string,
  specId: string,
  language: Language,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; fileName: string } | undefined> {
  const printing = await findPrinting(actor, productId);
  const current = printing?.specs.find(({ id }) => id === specId);
  if (!printing || !current) return undefined;
  const texts = rulerTexts[language];
  const name = inLanguage(printing.product.name, language);
  const { pdf, finish } = openPdf(language, { Title: `${texts.title}: ${name}` });
  const areas = current.spec.sides.flatMap((side) =>
    side.areas.map((area) => ({ side: inLanguage(side.name, language), area })),
  );
  for (const [index, { side, area }] of areas.entries()) {
    if (index > 0) pdf.addPage();
    write(pdf, `${texts.title}: ${name}`, { font: "display", size: 16, y: 40 });
    const page = texts.page(index + 1, areas.length);
    write(pdf, `${texts.howTo} ${page}.`, { size: 9.5, colour: muted });
    decorate(pdf, () => drawScale(pdf, corner.x, 38));
    write(pdf, texts.measured, { size: 9, y: 45 * pointsOfMillimetre });
    const size = `${figure(area.w, language)} × ${figure(area.h, language)} mm`;
    const isLarger = area.w > sheet.w - corner.x - edge || area.h > sheet.h - corner.y - edge;
    write(pdf, texts.area(side, size), { font: "bold", size: 11, y: 58 * pointsOfMillimetre });
    if (isLarger) write(pdf, texts.larger, { size: 9, colour: muted });
    decorate(pdf, () => drawArea(pdf, area));
  }
  const bytes = await finish();
  return { bytes, fileName: `${printing.product.slug}-${current.revision}-ruler.pdf` };
}

/** `228,6` in Indonesian, `228.6` in English. */
function figure(value: number, language: Language): string {
  const text = String(value);
  return language === "id" ? text.replace(".", ",") : text;
}

/** Trim solid, safe line dashed; what leaves the sheet is cut off. */
function drawArea(pdf: Pdf, { w, h, safe, shape }: SpecArea): void {
  pdf.save();
  pdf.scale(pointsOfMillimetre);
  pdf.rect(0, corner.y - 1, sheet.w - edge, sheet.h - corner.y - edge).clip();
  const outline = (inset: number) => {
    const [x, y] = [corner.x + inset, corner.y + inset];
    const [width, height] = [w - 2 * inset, h - 2 * inset];
    if (width <= 0 || height <= 0) return;
    if (shape === "ellipse") pdf.ellipse(x + width / 2, y + height / 2, width / 2, height / 2);
    else pdf.rect(x, y, width, height);
    pdf.stroke();
  };
  pdf.lineWidth(0.25).strokeColor(ink);
  outline(0);
  pdf.dash(2, { space: 1.5 }).lineWidth(0.15);
  outline(safe);
  pdf.restore();
}
