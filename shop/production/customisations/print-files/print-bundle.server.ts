import { Readable } from "node:stream";
import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { byteOrderMark, csvLine } from "#shop/kernel/csv/cell.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { bundleTexts } from "./bundle-texts.ts";
import { findJobTicket } from "./job-ticket.server.ts";
import { findPrintFile } from "./print-file.server.ts";
import { findPrintImages } from "./print-images.server.ts";
import { type ZippedFile, zip } from "./zip.ts";

/** Prints that one archive has at most. */
export const maxBundled = 50;

/**
 * The print files, for raster printers also as pictures, and job tickets of several prints as one ZIP archive, with a list of them. It is made while it is read: one
 * print at a time is in memory. What is not approved or not paid is in the list only.
 * @param ids customisations; unknown ones are left out
 * @returns undefined for somebody who may not see prints, or without an id
 */
export function bundlePrints(
  actor: Person,
  ids: readonly string[],
  language: Language,
): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
  const known = [...new Set(ids)].filter(isUuid).slice(0, maxBundled);
  if (!may(actor, "customisations.read") || known.length === 0) return undefined;
  const pieces = Readable.from(zip(filesOf(actor, known, language)), { objectMode: false });
  return Readable.toWeb(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function* filesOf(
  actor: Person,
  ids: readonly string[],
  language: Language,
): AsyncGenerator<ZippedFile> {
  const texts = bundleTexts[language];
  const rows = [texts.heads];
  for (const id of ids) {
    const found = await findStaffCustomisation(actor, id, language);
    if (!found) continue;
    const file = await findPrintFile(actor, id);
    const ticket = file && (await findJobTicket(actor, id, language));
    if (file) yield { name: file.fileName, bytes: file.bytes };
    const images = file && (await findPrintImages(actor, id));
    for await (const { name, bytes } of images?.files ?? []) yield { name: `png/${name}`, bytes };
    if (ticket) yield { name: `${texts.tickets}/${ticket.fileName}`, bytes: ticket.bytes };
    const { order_number, goods, pieces, good, words, may_print } = found;
    rows.push([
      ...[order_number, goods, words.join(" · "), String(pieces), String(good)],
      file?.fileName ?? (may_print ? texts.notApproved : texts.notPaid),
    ]);
  }
  const list = byteOrderMark + rows.map((cells) => csvLine(cells, ";")).join("");
  yield { name: texts.list, bytes: Buffer.from(list) };
}
