import PDFDocument from "pdfkit";
import { encode } from "uqr";
import { type Face, fontRuns, paperFonts } from "./paper-fonts.server.ts";

export type Pdf = PDFKit.PDFDocument;

export const ink = "#14183a";
export const muted = "#565c78";
export const rule = "#c9cddd";

/* A4 in points, 1/72 inch. */
export const left = 48;
export const right = 547;

/** A4 for documents, A6 for shipment labels: 298 × 420 points. */
export type PageSize = "A4" | "A6";

/** Paper of another size, in points. */
interface OwnSize {
  readonly size: [width: number, height: number];
  readonly margins: { top: number; bottom: number; left: number; right: number };
}

/** Points. Nothing breaks a page by itself. */
export const pageMargins = {
  A4: { top: 48, left, right: 48, bottom: 0 },
  A6: { top: 18, left: 18, right: 18, bottom: 0 },
} as const satisfies Record<PageSize, object>;

/**
 * An empty document with the shop's fonts, tagged for screen readers.
 * @returns `finish` ends it and returns its bytes
 */
export function openPdf(lang: string, info: PDFKit.DocumentInfo, paper: PageSize | OwnSize = "A4") {
  const pdf: Pdf = new PDFDocument({
    ...(typeof paper === "string" ? { size: paper, margins: pageMargins[paper] } : paper),
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    lang,
    info,
  });
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once("end", resolve);
    pdf.once("error", reject);
  });
  for (const [face, [file]] of Object.entries(paperFonts)) pdf.registerFont(face, file);
  const finish = async (): Promise<Uint8Array<ArrayBuffer>> => {
    pdf.end();
    await ended;
    return new Uint8Array(Buffer.concat(chunks));
  };
  return { pdf, finish };
}

export interface Style {
  readonly font?: Face;
  readonly size?: number;
  readonly colour?: string;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  /** A longer text ends with an ellipsis. */
  readonly height?: number;
  readonly align?: "left" | "right" | "center";
}

/** Writes a text, with fallback fonts for letters that the face lacks. */
export function write(pdf: Pdf, text: string, style: Style = {}): void {
  const { font = "text", size = 9.5, colour = ink, x = left, width = right - x } = style;
  const { align = "left" } = style;
  const limit = style.height === undefined ? {} : { height: style.height, ellipsis: true };
  const options = { width, features, lineGap: 2, wordSpacing: 0.5, ...limit };
  const runs = fontRuns(text, font);
  pdf.fontSize(size).fillColor(colour);
  const [only] = runs;
  if (runs.length < 2 || !only) {
    pdf.font(only ? fontName(font, only.font) : font);
    pdf.text(only?.text ?? text, x, style.y ?? pdf.y, { ...options, align });
    return;
  }
  // pdfkit aligns each continued run separately, so the start of a line with several fonts is computed from its total width.
  const whole = runs.reduce(
    (sum, run) => sum + pdf.font(fontName(font, run.font)).widthOfString(run.text, options),
    0,
  );
  const gap = Math.max(0, width - whole) * { left: 0, center: 0.5, right: 1 }[align];
  for (const [index, run] of runs.entries()) {
    const continued = index < runs.length - 1;
    pdf.font(fontName(font, run.font));
    // pdfkit drops the space at the start of a continued text.
    const text = index > 0 ? run.text.replace(/^ /, "\u00a0") : run.text;
    if (index > 0) pdf.text(text, { ...options, continued });
    else pdf.text(text, x + gap, style.y ?? pdf.y, { ...options, width: width - gap, continued });
  }
}

const features: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum", "kern"];

/** The registered name of a face, or the path of a fallback font. */
function fontName(face: Face, file: string): string {
  return file === paperFonts[face][0] ? face : file;
}

/** Adds a structure element with the content drawn for it. */
export function tag(pdf: Pdf, type: string, draw: () => void): void {
  pdf.addStructure(pdf.struct(type, {}, draw));
}

/** Lines and pictures that screen readers skip. */
export function decorate(pdf: Pdf, draw: () => void): void {
  pdf.markContent("Artifact", { type: "Layout" });
  draw();
  pdf.endMarkedContent();
}

export function drawRule(pdf: Pdf, y: number, colour: string, width = 0.75, from = left): void {
  decorate(pdf, () => {
    pdf.moveTo(from, y).lineTo(right, y).lineWidth(width).strokeColor(colour).stroke();
  });
}

/** Draws a square picture in a frame; the caller tags it. Points. */
export function drawPicture(pdf: Pdf, png: Buffer, x: number, y: number, side: number): void {
  pdf.image(png, x, y, { width: side, height: side });
  pdf.rect(x, y, side, side).lineWidth(0.75).strokeColor(rule).stroke();
}

/** Draws a QR code; the caller adds its alternative text. @param side in points */
export function drawQr(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const { data, size } = encode(text, { border: 0 });
  const module = side / size;
  for (const [row, modules] of data.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) pdf.rect(x + column * module, y + row * module, module, module);
    }
  }
  pdf.fillColor(ink).fill();
}
