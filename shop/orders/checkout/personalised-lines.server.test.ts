import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { asVisitor, violatedConstraint } from "#db/client.server.ts";
import { readCards } from "#shop/catalogue/card.server.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { createVersion } from "#shop/designs/personalise.server.ts";
import { offerPrinting } from "#shop/designs/print-setup/manage-printing.server.ts";
import { visitor } from "#shop/kernel/access.ts";
import { estimateDelivery } from "#shop/orders/cart/estimate-delivery.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { addVersion, printBy } from "#tests/support/builders/design-versions.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  regularMethodId,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const label = { id: "Nama", en: "Name" };
const price = [
  { kind: "piece", label, amount: 15_000 },
  { kind: "letter", label, above: 4, amount: 1_000 },
] as const;
let variant_id = "";
let spec = "";

/** A variant of other goods. */
let other = "";

beforeAll(async () => {
  openTestProviders();
  variant_id = await variantInStock();
  const [row] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join products p on p.id = v.product_id
    where p.status = 'published' and not v.archived
      and v.product_id <> (select product_id from product_variants where id = ${variant_id}) limit 1`;
  other = row?.id ?? "";
  await setStock(other, 2);
  spec = await printBy(variant_id, { price });
});

const quote = (lines: Parameters<typeof quoteCart>[1]["lines"], actor: typeof visitor = visitor) =>
  quoteCart({ actor }, { lines }, "id");

async function place(design_id: string, quantity = 1) {
  const input = await orderInput(buyer, { lines: [{ variant_id, quantity, design_id }] });
  return placeOrder(buyer, input, { idempotencyKey: randomUUID(), language: "id" });
}

async function placed(design_id: string, quantity = 1) {
  const done = await place(design_id, quantity);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  const [line] = await asSeed()<{ id: string; unit_price: number; total: number }[]>`
    select id, unit_price, total from order_lines where order_id = ${done.value.order.id}`;
  if (!line) throw new Error("the order has no line");
  return { ...line, order_id: done.value.order.id };
}

const customisationOf = async (lineId: string) => {
  const [row] = await asSeed()<
    {
      status: string;
      document: unknown;
      display_hash: string;
      decision: string | null;
      decided_by: string | null;
      source: string;
      words: string[];
    }[]
  >`
    select c.status, c.document, p.display_hash, p.decision, p.decided_by, p.source, p.words
    from customisations c join proofs p on p.customisation_id = c.id where c.order_line_id = ${lineId}`;
  return row;
};

test("a design adds its charges to the price of each piece, and lines with other designs stay apart", async () => {
  const [rani, bartholomeus] = [
    await addVersion(spec, ["Rani"]),
    await addVersion(spec, ["Bartholomeus"]),
  ];
  const { lines, subtotal, problems } = await quote([
    { variant_id, quantity: 1 },
    { variant_id, quantity: 2, design_id: rani },
    { variant_id, quantity: 1, design_id: bartholomeus },
  ]);
  const base = lines[0]?.unit_price ?? 0;
  expect(problems).toEqual([]);
  expect(lines.map(({ unit_price }) => unit_price - base)).toEqual([0, 15_000, 23_000]);
  expect(lines.map(({ design }) => design?.words ?? null)).toEqual([
    null,
    ["Rani"],
    ["Bartholomeus"],
  ]);
  expect(lines[2]?.design?.charges).toEqual([
    { kind: "piece", label, count: 1, amount: 15_000 },
    { kind: "letter", label, count: 8, amount: 8_000 },
  ]);
  expect(subtotal).toBe(4 * base + 2 * 15_000 + 23_000);
});

test("plain and personalised pieces share their variant's stock", async () => {
  const design_id = await addVersion(await printBy(other, {}), ["Rani"]);
  const { problems } = await quote([
    { variant_id: other, quantity: 2 },
    { variant_id: other, quantity: 1, design_id },
  ]);
  expect(problems).toEqual([{ code: "not_enough_stock", line: 1, available: 0 }]);
});

test("an unknown design, another person's and one of other goods are not found, one of an earlier revision is outdated", async () => {
  const { person: stranger } = await makeCustomer("Orang Lain");
  const elsewhere = await addVersion(await printBy(other, {}), ["Rani"]);
  const theirs = await addVersion(spec, ["Rani"], stranger.id);
  const old = await addVersion(spec, ["Rani"]);
  const codes = async (design_id: string) =>
    (await quote([{ variant_id, quantity: 1, design_id }], buyer)).problems.map(({ code }) => code);
  expect(await codes(randomUUID())).toEqual(["design_not_found"]);
  expect(await codes(theirs)).toEqual(["design_not_found"]);
  expect(await codes(elsewhere)).toEqual(["design_not_found"]);
  expect(await codes(old)).toEqual([]);
  spec = await printBy(variant_id, { price });
  expect(await codes(old)).toEqual(["design_outdated"]);
  // What the cart needs to lead to its board.
  const { problems } = await quote([{ variant_id, quantity: 1, design_id: old }], buyer);
  const [goods] = await asSeed()<{ slug: string }[]>`
    select p.slug from products p join product_variants v on v.product_id = p.id where v.id = ${variant_id}`;
  expect(problems[0]?.designed).toMatchObject({ product_slug: goods?.slug, is_roster: false });
  expect(await place(old)).toMatchObject({ ok: false, problem: { code: "cart_problems" } });
});

test("an order keeps the design, its charges and the buyer's approval, whatever changes later", async () => {
  const version = await addVersion(spec, ["Rani"]);
  const before = await stockOf(variant_id);
  const line = await placed(version, 2);
  expect((await stockOf(variant_id)).available).toBe(before.available - 2);
  const charges = await asSeed()`
    select kind, count, amount from order_line_charges where order_line_id = ${line.id} order by position`;
  expect(charges).toEqual([
    { kind: "plain", count: 1, amount: line.unit_price - 15_000 },
    { kind: "piece", count: 1, amount: 15_000 },
  ]);
  const agreed = await customisationOf(line.id);
  expect(agreed).toMatchObject({
    status: "approved",
    decision: "approved",
    decided_by: buyer.id,
    source: "buyer",
    words: ["Rani"],
    document: { words: ["Rani"] },
  });
  const [owned] = await asSeed()`select customer_id from design_versions where id = ${version}`;
  expect(owned).toEqual({ customer_id: buyer.id });
  spec = await printBy(variant_id, { price: [{ kind: "piece", label, amount: 99_000 }] });
  const change = asSeed()`update design_versions set words = '{Budi}' where id = ${version}`;
  expect(
    await change.then(
      () => null,
      (error) => String(error),
    ),
  ).toContain("never changes");
  await asSeed()`delete from design_versions where id = ${version}`;
  expect(await customisationOf(line.id)).toEqual(agreed);
  const [stored] = await asSeed()`select unit_price, total from order_lines where id = ${line.id}`;
  expect(stored).toEqual({ unit_price: line.unit_price, total: line.total });
});

test("where staff have to look first, the order waits for them with the buyer's version", async () => {
  spec = await printBy(variant_id, { policy: "review", price });
  const line = await placed(await addVersion(spec, ["Rani"]));
  expect(await customisationOf(line.id)).toMatchObject({
    status: "submitted",
    decision: null,
    source: "buyer",
  });
});

test("nothing is approved without an approved proof", async () => {
  const line = await placed(await addVersion(spec, ["Budi"]));
  const forced = asSeed()`update customisations set status = 'approved' where order_line_id = ${line.id}`;
  expect(await forced.then(() => null, violatedConstraint)).toBe("customisation_without_proof");
});

test("goods that are sold with a print only show what they cost with it, and no plain piece is sold", async () => {
  const sql = asSeed();
  const admin = await provenAdmin();
  const shown = async () => {
    const product = await findProduct("kaos-nama-tim", "id");
    const [card] = await readCards(asVisitor(), "id", [product?.id ?? ""]);
    const [variant] = await sql<{ id: string }[]>`
      select v.id from product_variants v join stock_items s on s.variant_id = v.id
      where v.product_id = ${product?.id ?? ""} and s.available > 0 order by v.position limit 1`;
    const lines = [{ variant_id: variant?.id ?? "", quantity: 1 }];
    const quote = await quoteCart({ actor: visitor }, { lines }, "id");
    return {
      card: card && [card.price_from, card.print_required],
      print: product?.print,
      problems: quote.problems.map(({ code }) => code),
    };
  };
  expect(await shown()).toEqual({
    card: [229_000, true],
    print: { amount: 80_000, points: 0 },
    problems: ["design_missing"],
  });
  const [product] = await sql<
    { id: string }[]
  >`select id from products where slug = 'kaos-nama-tim'`;
  const offer = { offered: true, required: false };
  expect((await offerPrinting(admin, product?.id ?? "", offer)).ok).toBe(true);
  expect(await shown()).toEqual({ card: [149_000, false], print: null, problems: [] });
  await offerPrinting(admin, product?.id ?? "", { offered: true, required: true });
});

test("the days of production are in the dates of the estimate, the cart and the order", async () => {
  const sql = asSeed();
  const [shirt] = await sql<{ id: string; template: string }[]>`
    select v.id, t.id as template from product_variants v join products p on p.id = v.product_id
    join design_templates t on t.product_id = p.id join stock_items s on s.variant_id = v.id
    where p.slug = 'kaos-nama-tim' and t.published and s.available > 2 order by t.position, v.position limit 1`;
  const variant_id = shirt?.id ?? "";
  const region_code = "3273021001";
  const estimate = async (is_printed: boolean) =>
    (
      await estimateDelivery(
        { variant_id: is_printed ? variant_id : plain, quantity: 1, region_code, is_printed },
        "id",
      )
    ).find(({ id }) => id === regularMethodId);
  const plain = await variantInStock();
  const [printed, stocked] = [await estimate(true), await estimate(false)];
  expect([printed?.production_days, stocked?.production_days]).toEqual([3, 0]);
  expect(Date.parse(printed?.earliest ?? "")).toBeGreaterThanOrEqual(
    Date.parse(stocked?.earliest ?? "") + 3 * 86_400_000,
  );
  const design_id = randomUUID();
  const values = { team: "Garuda", name: "Budi", number: "7" };
  const made = await createVersion(
    ...[buyer, design_id, { variant_id, template_id: shirt?.template ?? "", values }, randomUUID()],
  );
  expect(made).toMatchObject({ ok: true });
  const input = await orderInput(buyer, { lines: [{ variant_id, quantity: 1, design_id }] });
  const done = await placeOrder(buyer, input, { idempotencyKey: randomUUID(), language: "id" });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  const order = await findOrder(buyer, done.value.order.id);
  expect(order?.production_days).toBe(3);
  expect(Date.parse(order?.earliest ?? "")).toBeGreaterThanOrEqual(
    Date.parse(stocked?.earliest ?? "") + 3 * 86_400_000,
  );
});
