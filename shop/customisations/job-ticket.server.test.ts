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
