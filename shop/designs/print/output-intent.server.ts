import type PDFDocument from "pdfkit";
import sharp from "sharp";
import type { PdfReference } from "./pdf-pictures.server.ts";

type Pdf = InstanceType<typeof PDFDocument>;

/* What pdfkit has and its types lack. */
export const endObject = (reference: PdfReference) => (reference.end as () => void).call(reference);
const rootOf = (pdf: Pdf) => (pdf as unknown as { _root: PdfReference })._root;

/** An ICC profile that a file was converted by. */
export interface ColourProfile {
  readonly name: string;
  readonly icc: Buffer;
}

/** Says what the numbers of colours are: those of the printer's profile, or sRGB. */
export async function addOutputIntent(pdf: Pdf, printer: ColourProfile | undefined): Promise<void> {
  const profile = pdf.ref({ N: printer ? 4 : 3 });
  profile.end(printer?.icc ?? (await srgbProfile()));
  const name = new String(printer ? printer.name || "Custom" : "sRGB IEC61966-2.1");
  const intent = pdf.ref({
    Type: "OutputIntent",
    S: "GTS_PDFX",
    OutputConditionIdentifier: name,
    Info: name,
    DestOutputProfile: profile,
  });
  endObject(intent);
  Object.assign(rootOf(pdf).data, { OutputIntents: [intent] });
}

async function srgbProfile(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000000" } });
  const png = await pixel.withIccProfile("srgb").png().toBuffer();
  const { icc } = await sharp(png).metadata();
  if (!icc) throw new Error("sharp wrote no sRGB profile");
  return icc;
}
