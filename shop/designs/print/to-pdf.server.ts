import type PDFDocument from "pdfkit";
import type { PaletteInk } from "#shop/designs/colour/palette-inks.ts";
import { withProfileFile } from "#shop/designs/colour-profiles/convert-colours.server.ts";
import {
  type PdfColour,
  type PdfColours,
  type PdfPlate,
  pdfColours,
} from "#shop/designs/colour-profiles/pdf-colours.server.ts";
import type {
  DisplayArea,
  DisplayGroup,
  DisplayItem,
  DisplayList,
  DisplayPath,
  DisplayPicture,
} from "#shop/designs/draw/display-list.ts";
import type { PictureFiles } from "#shop/designs/draw/picture-files.server.ts";
import type { Separations } from "#shop/designs/separations/separations.server.ts";
import { addOutputIntent, type ColourProfile, endObject } from "./output-intent.server.ts";
import { embedPicture, type PdfReference, type PictureSources } from "./pdf-pictures.server.ts";
import { cutContour, setPlate, white } from "./pdf-plates.server.ts";

/*
 * The print file (docs/why/designs.md): a page for each area in true size with MediaBox, BleedBox and TrimBox. Text is
 * outlines, so the file has no fonts. The same input gives the same bytes.
 */

const pointsOfMillimetre = 72 / 25.4;
/** Around the bleed, in millimetres: crop marks and the slug line. */
export const slugWidth = 12;
const markLength = 5;
/** Distance of a crop mark from the bleed. */
const markDistance = 2;
const markWidth = 0.1;

export interface PdfPage {
  readonly area: DisplayArea;
  /** Path of a line below the print, in millimetres from the page's corner: see `slugLine`. */
  readonly slug?: string;
  /** See `separationsOf`; empty: none. */
  readonly separations?: Separations;
}

export interface PdfInput {
  readonly process: DisplayList["process"];
  readonly pages: readonly PdfPage[];
  readonly files: PictureFiles;
  readonly title: string;
  /** Of the printer: words, shapes and pictures become its inks (docs/why/designs.md). Without one the file is sRGB. */
  readonly profile?: ColourProfile | undefined;
  /** Inks of the shop's chart by `#rrggbb`, see `paletteInks`: those with a plate are Separation colours of its name. */
  readonly chart?: ReadonlyMap<string, PaletteInk>;
}

type Pdf = InstanceType<typeof PDFDocument>;

/** @throws PictureMismatch where a picture is missing or is not the file that the display list names */
export function toPdf(input: PdfInput): Promise<Buffer> {
  return input.profile
    ? withProfileFile(input.profile.icc, (file) => writePdf(input, file))
    : writePdf(input, undefined);
}

async function writePdf(
  { process, pages, files, title, profile, chart = new Map() }: PdfInput,
  profileFile: string | undefined,
): Promise<Buffer> {
  // With its fonts' tables it takes a tenth of a second of a start, and few processes draw a print file soon.
  const { default: PdfDocument } = await import("pdfkit");
  const pdf = new PdfDocument({
    autoFirstPage: false,
    pdfVersion: "1.7",
    // The id of the file is made of these.
    info: { Title: title, Producer: "Etalase", Creator: "Etalase", CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    pdf.once("end", resolve);
    pdf.once("error", reject);
  });
  await addOutputIntent(pdf, profile);
  const areas = pages.map(({ area }) => area);
  const colours = await pdfColours(process, areas, chart, profileFile);
  const pen = createPen(pdf, colours, { files, profileFile });
  for (const page of pages) await drawPage(pdf, page, pen, colours);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/* What pdfkit has and its types lack. */
const resourcesOf = (page: Pdf["page"]) => (page as unknown as { resources: object }).resources;

/** A quarter of a point, by which cutters know the line. */
const cutWidth = 0.25 / pointsOfMillimetre;

/** What is drawn from here on leaves other plates as they are: white ink below colours, colours below the cut. */
function overprint(pdf: Pdf): void {
  const name = "Overprint";
  const states = (pdf.page as unknown as { ext_gstates: Record<string, PdfReference> }).ext_gstates;
  if (!states[name]) {
    const state = pdf.ref({ Type: "ExtGState", OP: true, op: true, OPM: 0 });
    endObject(state);
    states[name] = state;
  }
  pdf.addContent(`/${name} gs`);
}

async function drawPage(
  pdf: Pdf,
  { area, slug, separations }: PdfPage,
  pen: Pen,
  { space, marks }: PdfColours,
): Promise<void> {
  const edge = area.bleed + slugWidth;
  const [width, height] = [area.w + 2 * edge, area.h + 2 * edge];
  const boxAt = (inset: number) =>
    [inset, inset, width - inset, height - inset].map((value) => value * pointsOfMillimetre);
  pdf.addPage({ size: [width * pointsOfMillimetre, height * pointsOfMillimetre], margin: 0 });
  Object.assign(pdf.page.dictionary.data, {
    TrimBox: boxAt(edge),
    BleedBox: boxAt(slugWidth),
    Group: { Type: "Group", S: "Transparency", CS: space },
  });
  const toTrim = () => {
    if (area.mirror) pdf.transform(-1, 0, 0, 1, width - edge, edge);
    else pdf.translate(edge, edge);
  };
  pdf.scale(pointsOfMillimetre);
  pdf.save();
  pdf.rect(slugWidth, slugWidth, area.w + 2 * area.bleed, area.h + 2 * area.bleed).clip();
  toTrim();
  if (separations?.white) {
    overprint(pdf);
    setPlate(pdf, white, "fill");
    pdf.path(separations.white).fill();
  }
  for (const item of area.items) await pen(item, area);
  pdf.restore();
  if (separations?.cut) {
    pdf.save();
    toTrim();
    overprint(pdf);
    setPlate(pdf, cutContour, "stroke");
    pdf.lineWidth(cutWidth).path(separations.cut).stroke();
    pdf.restore();
  }
  pdf.lineWidth(markWidth).path(cropMarks(area)).stroke(marks);
  if (slug !== undefined) pdf.path(slug).fill(marks);
}

function setColour(pdf: Pdf, colour: PdfColour | PdfPlate, operators: "fill" | "stroke"): void {
  if (typeof colour === "object" && "plate" in colour) setPlate(pdf, colour, operators);
  else if (operators === "fill") pdf.fillColor(colour);
  else pdf.strokeColor(colour);
}

type Pen = (item: DisplayItem, area: DisplayArea) => Promise<void>;

function createPen(pdf: Pdf, colours: PdfColours, sources: PictureSources): Pen {
  const pictures = new Map<string, PdfReference>();
  let forms = 0;

  async function draw(item: DisplayItem, area: DisplayArea): Promise<void> {
    pdf.save();
    if (item.opacity !== undefined) pdf.opacity(item.opacity);
    if (item.kind === "path") drawPath(item);
    else if (item.kind === "picture") await drawPicture(item, area);
    else await drawGroup(item, area);
    pdf.restore();
  }

  function drawPath({ path, fill, stroke, text }: DisplayPath): void {
    pdf.path(path);
    const isText = text !== undefined;
    const ink = fill === undefined ? undefined : colours.of(fill, isText);
    const line = stroke && colours.of(stroke.colour, isText);
    if (stroke) pdf.lineWidth(stroke.width).lineJoin("round").lineCap("round");
    if (ink !== undefined) setColour(pdf, ink, "fill");
    if (line !== undefined) setColour(pdf, line, "stroke");
    if (ink !== undefined && line !== undefined) pdf.fillAndStroke();
    else if (ink !== undefined) pdf.fill();
    else if (line !== undefined) pdf.stroke();
  }

  async function drawPicture(picture: DisplayPicture, area: DisplayArea): Promise<void> {
    const { asset, crop, matrix, mask } = picture;
    const key = [asset, ...crop, ...matrix.slice(0, 4), area.dpi].join(" ");
    const known = pictures.get(key) ?? (await embedPicture(pdf, picture, sources, area.dpi));
    pictures.set(key, known);
    const name = `P${[...pictures.keys()].indexOf(key) + 1}`;
    pdf.page.xobjects[name] = known;
    if (mask !== undefined) pdf.path(mask).clip();
    pdf.transform(...(matrix as [number, number, number, number, number, number]));
    // The first row of a picture is at the top of its unit square, whose y runs upwards.
    pdf.transform(1, 0, 0, -1, 0, 1);
    pdf.addContent(`/${name} Do`);
  }

  /** What is inside is composed first, so it is a form of its own with the page's resources. */
  async function drawGroup({ items }: DisplayGroup, area: DisplayArea): Promise<void> {
    forms += 1;
    const name = `G${forms}`;
    const { bleed, w, h } = area;
    const form = pdf.ref({
      Type: "XObject",
      Subtype: "Form",
      BBox: [-bleed, -bleed, w + bleed, h + bleed],
      Resources: resourcesOf(pdf.page),
      Group: { Type: "Group", S: "Transparency", CS: colours.space },
    });
    const { page } = pdf;
    const outer = page.content;
    page.content = form;
    for (const item of items) await draw(item, area);
    page.content = outer;
    endObject(form);
    page.xobjects[name] = form;
    pdf.addContent(`/${name} Do`);
  }

  return draw;
}

/** Two lines at each corner of the trim, outside of the bleed. */
function cropMarks({ w, h, bleed }: DisplayArea): string {
  const edge = bleed + slugWidth;
  const far = slugWidth - markDistance;
  return [
    { x: edge, outward: -1, from: far },
    { x: edge + w, outward: 1, from: w + 2 * edge - far },
  ]
    .flatMap((column) =>
      [
        { y: edge, outward: -1, from: far },
        { y: edge + h, outward: 1, from: h + 2 * edge - far },
      ].map(
        (row) =>
          `M${column.from} ${row.y}L${column.from + column.outward * markLength} ${row.y}` +
          `M${column.x} ${row.from}L${column.x} ${row.from + row.outward * markLength}`,
      ),
    )
    .join("");
}
