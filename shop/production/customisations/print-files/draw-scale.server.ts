import { ink, type Pdf } from "#shop/orders/invoice/pdf-page.server.ts";

export const pointsOfMillimetre = 72 / 25.4;
const scaleLength = 100;

/**
 * A line of 100 mm with a mark at each millimetre, which shows whether a sheet was printed in its true size.
 * @param x millimetres from the left edge of the sheet; @param y from its upper edge
 * @param isUpright it goes down, with its marks on the left
 */
export function drawScale(pdf: Pdf, x: number, y: number, isUpright = false): void {
  pdf.save();
  pdf.scale(pointsOfMillimetre);
  pdf.translate(x, y);
  if (isUpright) pdf.rotate(90);
  pdf.lineWidth(0.15).strokeColor(ink);
  pdf.moveTo(0, 0).lineTo(scaleLength, 0);
  for (let mark = 0; mark <= scaleLength; mark += 1) {
    const length = mark % 10 === 0 ? 5 : mark % 5 === 0 ? 3.5 : 2;
    pdf.moveTo(mark, 0).lineTo(mark, isUpright ? length : -length);
  }
  pdf.stroke();
  pdf.restore();
}
