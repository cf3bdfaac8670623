import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { type Person, visitor } from "#shop/access.ts";
import { quoteCart } from "#shop/cart/quote-cart.server.ts";
import { createBatch } from "#shop/promotions/batches.server.ts";
import {
  createPromotion,
  makeBatch,
  makePromotion,
  promotionFields,
} from "#tests/support/builders/promotions.ts";
import { provenAdmin, variantInStock } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/* What promotions that staff manage mean for buyers and for the shop's other data. */

testDatabase({ demo: true, max: 4 });
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

async function made(by: Readonly<Record<string, unknown>>): Promise<string> {
  const saved = await createPromotion(staff, promotionFields(by));
  if (!saved.ok) throw new Error(saved.problem.code);
  return saved.value.id;
}

async function discountBy(code: string, variant_id: string): Promise<number> {
  const lines = [{ variant_id, quantity: 2 }];
  return (await quoteCart({ actor: visitor }, { lines, promo_codes: [code] }, "id")).discount;
}

test("a promotion begins and ends by the shop's clock, to the end of its last minute", async () => {
  await asShop()`update shop_settings set time_zone = 'Asia/Makassar'`;
  const id = await made({ starts_at: "2026-12-01T00:00", ends_at: "2026-12-31T23:59" });
  const [row] = await asShop()<{ starts_at: Date; ends_at: Date }[]>`
    select starts_at, ends_at from promotions where id = ${id}`;
  expect(row?.starts_at.toISOString()).toBe("2026-11-30T16:00:00.000Z");
  expect(row?.ends_at.toISOString()).toBe("2026-12-31T15:59:59.999Z");
});

test("a thousand codes are unique, unguessable and legible, and repeating the request gives the same", async () => {
  const promotion_id = await makePromotion("SERIBU");
  const id = crypto.randomUUID();
  const codes = await makeBatch(staff, promotion_id, { id, count: 1_000, prefix: "HARI-" });
  expect(new Set(codes).size).toBe(1_000);
  for (const code of codes) expect(code).toMatch(/^HARI-[2-9A-HJ-NP-Z]{10}$/);
  expect(await discountBy(codes[500] ?? "", await variantInStock())).toBe(10_000);
  const again = { promotion_id, id, count: 1_000, prefix: "HARI-", length: 10, note: "" };
  expect(await createBatch(staff, again)).toEqual({ ok: true, value: { id } });
  const rows = await asShop()<{ code: string }[]>`
    select code from promo_codes where batch = ${id} order by code`;
  expect(rows.map(({ code }) => code)).toEqual(codes);
});

test("a category that is renamed keeps its promotions, and a category in use cannot be deleted", async () => {
  const sql = asShop();
  const [mug] = await sql<{ variant_id: string; category_id: string }[]>`
    select v.id as variant_id, c.id as category_id
    from product_variants v join stock_items s on s.variant_id = v.id and s.available > 5
    join products p on p.id = v.product_id and p.status = 'published'
    join product_categories pc on pc.product_id = p.id join categories c on c.id = pc.category_id
    where c.slug = 'mug' order by v.sku limit 1`;
  if (!mug) throw new Error("the demo shop sells no mug");
  await made({
    codes: ["MUG20"],
    class: "product",
    type: "percent",
    value: 20,
    category_ids: [mug.category_id],
  });
  const before = await discountBy("MUG20", mug.variant_id);
  expect(before).toBeGreaterThan(0);
  await sql`update categories set slug = 'cangkir' where slug = 'mug'`;
  expect(await discountBy("MUG20", mug.variant_id)).toBe(before);
  await sql`update categories set slug = 'mug' where slug = 'cangkir'`;
  await expect(sql`delete from categories where slug = 'mug'`).rejects.toThrow(
    "promotion_category_unknown",
  );
});
