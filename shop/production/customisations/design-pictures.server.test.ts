import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { drawMailPicture } from "#shop/designs/mail-picture.server.ts";
import { findInvoice } from "#shop/orders/invoice/find-invoice.server.ts";
import { readLinePictures } from "#shop/orders/line-pictures.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { findPackingSlip } from "#shop/orders/print-documents/find-papers.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, makeCustomer, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveAsOrdered, takeIntoReview } from "./proofs/review-design.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

beforeAll(openTestProviders);

const isPng = (bytes: Uint8Array | null | undefined) =>
  Buffer.from(bytes ?? [])
    .subarray(1, 4)
    .toString() === "PNG";

test("mails name the proof, which is drawn while it exists and never has an address", async () => {
  const design = await orderDesign(buyer, "review");
  const unpaid = await orderDesign(buyer, "review", { isPaid: false });
  await inTransaction((sql) => queueOrderMail(sql, unpaid.order_id, "awaiting_payment"));
  const seen = {
    customisation_id: design.id,
    status: "submitted",
    proof_id: design.proof,
  } as const;
  await takeIntoReview(staff, seen);
  await approveAsOrdered(staff, { ...seen, status: "in_review" });
  const mails = await asSeed()<{ key: string; pictures: string[]; html: string }[]>`
    select dedupe_key as key, pictures, html from private.outbox
    where dedupe_key like ${`%${design.id}%`} or dedupe_key like ${`order:%${design.order_id}%`}
      or dedupe_key like ${`order:%${unpaid.order_id}%`}`;
  const name = `proof-${design.proof}`;
  const shown = mails.filter(({ pictures }) => pictures.includes(name));
  expect(shown.map(({ key }) => key.split(":", 2).join(":")).sort()).toEqual([
    "design:approved",
    "order:paid",
  ]);
  for (const { html } of shown) expect(html).toContain(`<img src="cid:${name}"`);
  // What is not paid may be addressed to a stranger.
  expect(mails.filter(({ key }) => key.includes(unpaid.order_id))).toMatchObject([
    { pictures: [] },
  ]);

  expect(isPng(await drawMailPicture(name, asSeed()))).toBe(true);
  await asSeed()`update proofs set customer_id = null where id = ${design.proof}`;
  expect(await drawMailPicture(name, asSeed())).toBeNull();
  for (const other of ["proof-", "proof-x", `mail-${design.proof}`, `proof-${design.id}`])
    expect(await drawMailPicture(other, asSeed())).toBeNull();
});

test("invoices and packing slips show what is printed, to those who may read the order", async () => {
  const design = await orderDesign(buyer, "review");
  const { person: stranger } = await makeCustomer("Pengintip");
  const pictures = await readLinePictures(buyer, design.order_id);
  expect([...pictures.keys()]).toEqual([design.line]);
  expect(isPng(pictures.get(design.line))).toBe(true);
  expect((await readLinePictures(staff, design.order_id)).size).toBe(1);
  expect((await readLinePictures(stranger, design.order_id)).size).toBe(0);
  const hasPicture = (bytes: Uint8Array | undefined) =>
    Buffer.from(bytes ?? []).includes("/Subtype /Image");
  expect(hasPicture((await findInvoice(buyer, design.order_id, "id", () => "QRIS"))?.bytes)).toBe(
    true,
  );
  expect(hasPicture((await findPackingSlip(staff, design.order_id, null, "id"))?.bytes)).toBe(true);
});
