import { beforeAll, expect, test } from "vitest";
import { approveAsOrdered } from "#shop/production/customisations/proofs/review-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { seenOf } from "#tests/support/builders/revisions.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findOrder } from "./find-order.server.ts";
import { promisedDays } from "./promised-days.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const said = async (id: string, language: "id" | "en") => {
  const order = await findOrder(buyer, id);
  if (!order) throw new Error("no order");
  return promisedDays(order, language, (first, last) => `${first} ${last}`);
};

test("the promise of a design that staff look at counts from its approval, and says so", async () => {
  const plain = await findOrder(buyer, (await orderDesign(buyer, "self")).order_id);
  expect(plain?.after_design).toBeNull();

  const design = await orderDesign(buyer, "review");
  // Ordered ten days ago: the days that were promised then are over.
  const [stored] = await asSeed()<
    { earliest: string; latest: string; first: number; last: number }[]
  >`
    update orders set created_at = created_at - interval '10 days', earliest = earliest - 10, latest = latest - 10
    where id = ${design.order_id} returning earliest::text, latest::text,
      earliest - (created_at at time zone 'Asia/Jakarta')::date as first, latest - (created_at at time zone 'Asia/Jakarta')::date as last`;
  if (!stored) throw new Error("no order");
  const { first, last } = stored;
  const span = first === last ? `${last}` : `${first}–${last}`;
  expect(await said(design.order_id, "id")).toBe(`${span} hari setelah desain disetujui`);
  expect(await said(design.order_id, "en")).toMatch(/ days? after the design is approved$/);

  const input = await seenOf(design.id);
  expect(await approveAsOrdered(staff, input)).toMatchObject({ ok: true });
  const order = await findOrder(buyer, design.order_id);
  expect(order?.after_design).toBeNull();
  for (const end of ["earliest", "latest"] as const) {
    const moved = order?.[end] ?? "";
    // By the ten days that it waited, and over a Sunday.
    expect([10, 11]).toContain(days(stored[end], moved));
    expect(new Date(moved).getUTCDay()).not.toBe(0);
  }
});

test("an unpaid order shows no day of arrival before staff have approved its design", async () => {
  const design = await orderDesign(buyer, "review", { isPaid: false });
  expect(await said(design.order_id, "en")).toMatch(/ days? after the design is approved$/);
  const own = await orderDesign(buyer, "self", { isPaid: false });
  expect((await findOrder(buyer, own.order_id))?.after_design).toBeNull();
});
