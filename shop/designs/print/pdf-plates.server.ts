import type PDFDocument from "pdfkit";
import type { PdfPlate } from "#shop/designs/colour-profiles/pdf-colours.server.ts";
import { endObject } from "./output-intent.server.ts";
import type { PdfReference } from "./pdf-pictures.server.ts";

type Pdf = InstanceType<typeof PDFDocument>;

/* Names that printing software knows, and how other software shows them. */
export const white: PdfPlate = { plate: "White", looks: [0, 0, 0, 8] };
export const cutContour: PdfPlate = { plate: "CutContour", looks: [0, 100, 0, 0] };

interface Spot {
  readonly id: string;
  readonly ref: PdfReference;
}

/** Of each file by the plate's name; pdfkit's own spot colours have no sRGB look, and take `White` for its own white. */
const made = new WeakMap<Pdf, Map<string, Spot>>();
/* What pdfkit has and its types lack. */
const spacesOf = (pdf: Pdf) =>
  (pdf.page as unknown as { colorSpaces: Record<string, PdfReference> }).colorSpaces;

/** The next path is filled or stroked with a plate of its own. */
export function setPlate(pdf: Pdf, plate: PdfPlate, operators: "fill" | "stroke"): void {
  const plates = made.get(pdf) ?? new Map<string, Spot>();
  made.set(pdf, plates);
  const known = plates.get(plate.plate);
  const spot = known ?? { id: `CS${plates.size}`, ref: separation(pdf, plate) };
  plates.set(plate.plate, spot);
  spacesOf(pdf)[spot.id] = spot.ref;
  pdf.addContent(operators === "fill" ? `/${spot.id} cs\n1 scn` : `/${spot.id} CS\n1 SCN`);
}

function separation(pdf: Pdf, { plate, looks }: PdfPlate): PdfReference {
  const isMixed = typeof looks !== "string";
  const full = isMixed
    ? looks.map((percent) => percent / 100)
    : [1, 3, 5].map((at) => Number.parseInt(looks.slice(at, at + 2), 16) / 255);
  const none = full.map(() => (isMixed ? 0 : 1));
  const space = isMixed ? "DeviceCMYK" : "DeviceRGB";
  const look = { FunctionType: 2, Domain: [0, 1], Range: full.flatMap(() => [0, 1]), N: 1 };
  const reference = pdf.ref([
    "Separation",
    pdfName(plate),
    space,
    { ...look, C0: none, C1: full },
  ] as never);
  endObject(reference);
  return reference;
}

/** A name of the file: bytes of UTF-8, all but plain letters and digits as `#xx`. */
function pdfName(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[A-Za-z0-9_-]/.test(letter) ? letter : `#${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");
}
