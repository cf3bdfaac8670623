import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { pdfBoxes, pdfContents } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findJobTicket } from "./job-ticket.server.ts";
import { drawRuler } from "./ruler-page.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");

/** Length of the scale in millimetres, as the page draws it: its own line by the scale of its matrix. */
function scaleOf(bytes: Uint8Array): number {
  const drawn = /([\d.]+) 0 0 \1 0 0 cm\n(?:[-\d. ]+ cm\n)+[\s\S]*?0 0 m\n([\d.]+) 0 l/.exec(
    pdfContents(Buffer.from(bytes)),
  );
  if (!drawn) throw new Error("no scale");
  return (Number(drawn[1]) * Number(drawn[2]) * 25.4) / 72;
}

test("a ticket and the ruler page have a scale of 100 mm, for staff alone", async () => {
  const admin = await provenAdmin();
  const { id } = await orderDesign(buyer, "self");
  const ticket = await findJobTicket(admin, id, "id");
  if (!ticket) throw new Error("no ticket");
  expect(pdfBoxes(Buffer.from(ticket.bytes))[0]?.MediaBox).toEqual([0, 0, 297.64, 419.53]);
  expect(Math.abs(scaleOf(ticket.bytes) - 100)).toBeLessThan(0.001);
  expect(await findJobTicket(buyer, id, "id")).toBeUndefined();
  expect(await findJobTicket(admin, randomUUID(), "id")).toBeUndefined();

  const [goods] = await asSeed()<{ product_id: string; spec_id: string }[]>`
    select v.product_id, s.spec_id from order_lines l join product_variants v on v.id = l.variant_id
    join variant_specs s on s.variant_id = v.id where l.id = (select order_line_id from customisations where id = ${id})`;
  const ruler = await drawRuler(admin, goods?.product_id ?? "", goods?.spec_id ?? "", "id");
  expect(Math.abs(scaleOf(ruler?.bytes ?? new Uint8Array()) - 100)).toBeLessThan(0.001);
});

test("long texts on a job ticket do not overlap", async () => {
  const admin = await provenAdmin();
  const { id } = await orderDesign(buyer, "self", { name: "Dewi & Co", quantity: 3 });
  for (const options of ["Putih", "Putih, ukuran yang sangat panjang, tutup kayu, kotak hadiah"]) {
    await asSeed().begin(async (sql) => {
      await sql`set local role none`;
      await sql`set local session_replication_role = replica`;
      await sql`
        update order_lines set options = ${options}
        where id = (select order_line_id from customisations where id = ${id})`;
      await sql`
        update proofs set words = array['Dewi & Co', 'untuk Ibu Ratna Kusumawardhani di Sleman', 'Terima kasih banyak']
        where customisation_id = ${id}`;
    });
    const ticket = await findJobTicket(admin, id, "id");
    expect(closestLines(Buffer.from(ticket?.bytes ?? new Uint8Array()))).toBeGreaterThan(6);
  }
});

/** Of the lines at the left edge of the text, on the page where they are closest, in points. */
function closestLines(pdf: Buffer): number {
  const pages = pdfContents(pdf).split(/(?=1 0 0 -1 0 419)/);
  const gaps = pages.flatMap((page) => {
    const at = [...page.matchAll(/1 0 0 1 34(?:\.0+)? ([\d.]+) Tm/g)].map(([, y]) => Number(y));
    const sorted = [...new Set(at)].toSorted((a, b) => a - b);
    return sorted.slice(1).map((y, index) => y - (sorted[index] ?? 0));
  });
  return Math.min(...gaps);
}
