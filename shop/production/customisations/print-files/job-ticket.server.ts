import { config } from "#base/config.server.ts";
import { cutText } from "#base/cut-text.ts";
import { type Language, localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { inkText, printedInks } from "#shop/designs/colour/palette-inks.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { pictureAsPng } from "#shop/designs/draw/picture-as-png.server.ts";
import { summarise } from "#shop/designs/draw/summarise.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { hasWhite } from "#shop/designs/separations/separations.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import {
  decorate,
  drawPicture,
  drawQr,
  muted,
  openPdf,
  type Pdf,
  rule,
  type Style,
  tag,
  write,
} from "#shop/orders/invoice/pdf-page.server.ts";
import { mayPrint } from "#shop/orders/order-status.server.ts";
import { printedAreas } from "#shop/production/customisations/compare-designs.ts";
import { shownFingerprint } from "#shop/production/customisations/customisation.ts";
import { dueDay } from "#shop/production/customisations/queue/due-day.ts";
import { drawScale, pointsOfMillimetre } from "./draw-scale.server.ts";
import { ticketTexts } from "./ticket-texts.ts";

interface TicketRow {
  readonly display: DisplayList;
  readonly display_hash: string;
  readonly spec: unknown;
  readonly body: string | null;
  readonly words: readonly string[];
  readonly pieces: readonly { readonly text: string }[] | null;
  readonly number: string;
  readonly position: number;
  readonly name: string;
  readonly options: string;
  readonly sku: string;
  readonly quantity: number;
  /** The later of the approval and the placement of the order. */
  readonly decided_at: Date;
  readonly time_zone: ShopTimeZone;
}

/**
 * The ticket that goes through the workshop with the pieces: what is printed, how, and a code that opens the page where they
 * are counted. A6. @returns undefined until the buyer has approved the print and the order may be printed
 */
export async function findJobTicket(
  actor: Person,
  id: string,
  language: Language,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; fileName: string } | undefined> {
  if (!may(actor, "customisations.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<TicketRow[]>`
    select p.display, p.display_hash, p.words, p.pieces, c.spec, ${bodyOfLine(sql)} as body, o.number, l.position, l.name, l.options, l.sku, l.quantity, greatest(p.decided_at, o.placed_at) as decided_at, s.time_zone
    from shop_settings s, proofs p join customisations c on c.id = p.customisation_id
    join order_lines l on l.id = c.order_line_id join orders o on o.id = c.order_id
    where c.id = ${id} and p.decision = 'approved' and p.display is not null and ${mayPrint(sql)}`;
  if (!row) return undefined;
  const job = row.display_hash.slice(0, shownFingerprint);
  const address = `${config().publicUrl}${localPath(language, `/admin/customisations/${id}`)}?job=${job}`;
  const picture = await pictureAsPng(row.display, row.body, 480);
  const bytes = await drawTicket(row, { picture, address, job }, language);
  return { bytes, fileName: `${row.number}-${row.position + 1}-${job}.pdf` };
}

/* A6 in points; left of the text is a scale. */
const edge = 34;
const wide = 298 - edge - 18;
const side = 118;
const top = 18;
/** Millimetres. */
const scale = { x: 9.5, y: 20 };
/** What fits above the code; the file and the page have the rest. */
const maxSizes = 4;
const maxInks = 8;
const maxLetters = 140;

function drawTicket(
  row: TicketRow,
  { picture, address, job }: { picture: Buffer; address: string; job: string },
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const texts = ticketTexts[language];
  const spec = readPrintSpec(row.spec);
  const { display } = row;
  const line = texts.line(row.position + 1);
  const info = { Title: `${texts.title} ${row.number}, ${line}` };
  const { pdf, finish } = openPdf(language, info, "A6");
  const put = (type: string, text: string, style: Style) =>
    tag(pdf, type, () => write(pdf, text, { x: edge, width: wide, ...style }));
  const fact = (label: string, text: string, place: Pick<Style, "x" | "width"> = {}) => {
    if (text === "") return;
    put("P", label, { size: 7, colour: muted, y: pdf.y + 3, ...place });
    put("P", text, { size: 9.5, ...place });
  };
  /** Two short facts side by side. */
  const facts = (first: readonly [string, string], second: readonly [string, string]) => {
    const [half, from] = [wide / 2 - 5, pdf.y];
    fact(...first, { width: half });
    const end = pdf.y;
    pdf.y = from;
    fact(...second, { x: edge + half + 10, width: half });
    pdf.y = Math.max(pdf.y, end);
  };

  put("P", texts.title, { size: 8, colour: muted, y: top, width: wide - side - 10 });
  put("H1", row.number, { font: "display", size: 17, width: wide - side - 10 });
  put("P", `${line} · ${texts.pieces(row.quantity)}`, {
    font: "bold",
    size: 13,
    width: wide - side - 10,
  });
  put("P", [row.name, row.options].filter(Boolean).join(", "), {
    font: "bold",
    size: 10,
    width: wide - side - 10,
  });
  put("P", row.sku, { size: 8, colour: muted, width: wide - side - 10 });
  tag(pdf, "Figure", () => drawPicture(pdf, picture, edge + wide - side, top, side));
  pdf.y = top + side + 8;
  const flags = flagsOf(display, spec.ok ? spec.value : null, row.body, texts);
  if (flags.length > 0) put("P", flags.join(" · "), { font: "bold", size: 11 });
  const { due_day } = dueDay(
    { status: "approved", may_print: true },
    row.decided_at,
    row.time_zone,
    0,
  );
  facts(
    [texts.due, due_day === null ? "" : texts.day(due_day)],
    [texts.process, texts.processes[display.process]],
  );
  const minutes = spec.ok ? spec.value.minutes * row.quantity : 0;
  fact(texts.work, minutes > 0 ? texts.minutes(minutes) : "");
  const format = (millimetres: number) =>
    language === "id" ? String(millimetres).replace(".", ",") : String(millimetres);
  const sides = spec.ok ? spec.value.sides : [];
  /** @param area `side/area` */
  const nameOf = (area: string) =>
    sides.find(({ id }) => id === area.split("/")[0])?.name[language] ?? area;
  fact(
    texts.size,
    printedAreas(display)
      .slice(0, maxSizes)
      .map(({ id, width, height }) => `${nameOf(id)}: ${format(width)} × ${format(height)} mm`)
      .join("\n"),
  );
  const { inks, pictures } = summarise(display);
  fact(
    texts.inks,
    [
      ...printedInks(inks.slice(0, maxInks), spec.ok ? spec.value : null).map((ink) =>
        inkText(ink, language),
      ),
      ...(pictures > 0 ? [texts.picture] : []),
    ].join(" · "),
  );
  const words = sharedWords({
    words: row.words,
    pieces: row.pieces?.map(({ text }) => text) ?? null,
  })
    .join(" · ")
    .replaceAll("\n", " / ");
  fact(texts.words, words.length > maxLetters ? `${cutText(words, maxLetters)}…` : words);

  const end = pdf.y;
  decorate(pdf, () => drawScale(pdf, scale.x, scale.y, true));
  // Above the scale, where no text is beside it.
  put("P", texts.scale, {
    size: 5.5,
    colour: muted,
    x: 11,
    width: 24,
    y: (scale.y - 3) * pointsOfMillimetre,
  });
  const atFoot = 420 - top - 84;
  // If the text leaves no room for the code, the code moves to a new page.
  const isFull = end > atFoot;
  if (isFull) pdf.addPage();
  const below = isFull ? top : atFoot;
  put("P", texts.print, { size: 7, colour: muted, y: below, width: wide - 96 });
  put("P", job, { font: "bold", size: 13, width: wide - 96 });
  put("P", texts.scan, { size: 8, colour: muted, width: wide - 96 });
  decorate(pdf, () => drawQr(pdf, address, edge + wide - 84, below, 84));
  if (row.pieces) drawPieces(pdf, row.pieces, [row.number, line, job].join(" · "), texts.blank);
  return finish();
}

/** Rows of one page of the list of pieces. */
const rowsPerPage = 18;

/** The pieces of a roster in the order in which they are printed, to be ticked. */
function drawPieces(
  pdf: Pdf,
  pieces: readonly { readonly text: string }[],
  head: string,
  blank: string,
): void {
  for (const [index, { text }] of pieces.entries()) {
    const at = index % rowsPerPage;
    if (at === 0) {
      pdf.addPage();
      tag(pdf, "H2", () =>
        write(pdf, head, { x: edge, y: top, width: wide, size: 8, colour: muted }),
      );
    }
    const y = top + 18 + at * 20;
    decorate(pdf, () => pdf.rect(edge, y, 12, 12).lineWidth(1).strokeColor(rule).stroke());
    tag(pdf, "P", () => {
      write(pdf, String(index + 1), { x: edge + 18, y, width: 22, size: 9.5, colour: muted });
      write(pdf, text || blank, {
        x: edge + 42,
        y,
        width: wide - 42,
        size: 10.5,
        font: "bold",
        ...(text ? {} : { colour: muted }),
      });
    });
  }
}

/** What the printer has to set besides the file. */
function flagsOf(
  { sides }: DisplayList,
  spec: PrintSpec | null,
  body: string | null,
  texts: (typeof ticketTexts)[Language],
): string[] {
  const used = sides.flatMap(({ areas }) => areas.filter(({ items }) => items.length > 0));
  const specified = (spec?.sides ?? []).flatMap(({ areas }) =>
    areas.filter(({ id }) => used.some((area) => area.id === id)),
  );
  return [
    ...(used.some(({ mirror }) => mirror) ? [texts.mirrored] : []),
    ...(specified.some((area) => hasWhite(area, body)) ? [texts.white] : []),
    ...(specified.some(({ cut }) => cut !== "none") ? [texts.cut] : []),
  ];
}
