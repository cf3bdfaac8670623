import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { quoteCart } from "#shop/cart/quote-cart.server.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { createCodes } from "./create-codes.server.ts";
import { promotionInputSchema, savePromotion } from "./save-promotion.server.ts";

testDatabase({ demo: true });
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
const customer = demoPerson("customer@etalase.test");

async function promotionBehind(code: string): Promise<string> {
  const [row] = await asShop()<{ promotion_id: string }[]>`
    select promotion_id from promo_codes where code = ${code}`;
  return row?.promotion_id ?? "";
}

test("a thousand codes are unique, unguessable and legible, and repeating the request gives the same", async () => {
  const input = {
    promotion_id: await promotionBehind("HEMAT10"),
    batch: crypto.randomUUID(),
    count: 1_000,
    prefix: "HARI-",
  };
  const made = await createCodes(staff, input);
  if (!made.ok) throw new Error(made.problem);
  expect(new Set(made.value.codes).size).toBe(1_000);
  for (const code of made.value.codes) expect(code).toMatch(/^HARI-[2-9A-HJ-NP-Z]{10}$/);
  expect(await createCodes(staff, input)).toEqual(made);
  const [row] = await asShop()<{ n: number }[]>`
    select count(*)::int as n from promo_codes where batch = ${input.batch} and single_use`;
  expect(row?.n).toBe(1_000);
});

test("customers cannot make codes, and a promotion without codes gets none", async () => {
  const promotion_id = await promotionBehind("NOTA25");
  const input = { promotion_id, batch: crypto.randomUUID(), count: 1, prefix: "" };
  expect(await createCodes(customer, input)).toEqual({ ok: false, problem: "promotion_not_found" });
  await asShop()`update promotions set automatic = true where id = ${promotion_id}`;
  expect(await createCodes(staff, input)).toEqual({ ok: false, problem: "promotion_automatic" });
});

const plain = () => ({
  id: crypto.randomUUID(),
  name: { id: "Akhir tahun", en: "Year end" },
  class: "order",
  type: "percent",
  value: 10,
});
const save = (change: Readonly<Record<string, unknown>> = {}) =>
  savePromotion(staff, v.parse(promotionInputSchema, { ...plain(), ...change }));

test("a promotion begins and ends by the shop's clock, to the end of its last minute", async () => {
  await asShop()`update shop_settings set time_zone = 'Asia/Makassar'`;
  const saved = await save({ starts_at: "2026-12-01T00:00", ends_at: "2026-12-31T23:59" });
  const [row] = await asShop()<{ starts_at: Date; ends_at: Date }[]>`
    select starts_at, ends_at from promotions where id = ${saved.ok ? saved.value.id : ""}`;
  expect(row?.starts_at.toISOString()).toBe("2026-11-30T16:00:00.000Z");
  expect(row?.ends_at.toISOString()).toBe("2026-12-31T15:59:59.999Z");
});

test("contradictory promotion rules are refused with a code, and customers cannot save any", async () => {
  const problems = await Promise.all([
    save({ type: "gift", class: "product" }),
    save({ class: "shipping" }),
    save({ allocation: "each" }),
    save({ starts_at: "2026-12-02T00:00", ends_at: "2026-12-01T00:00" }),
    save({ codes: ["hemat10"] }),
    save({ value: 101 }),
    savePromotion(customer, v.parse(promotionInputSchema, plain())),
  ]);
  expect(problems.map((answer) => (answer.ok ? "saved" : answer.problem))).toEqual([
    "promotion_value_invalid",
    "promotion_class_type",
    "promotion_allocation_class",
    "promotion_ends_before_start",
    "promo_code_taken",
    "promotion_value_invalid",
    "not_found",
  ]);
});

test("a code removed from a promotion stops working, and works again when added again", async () => {
  const { id } = plain();
  const active = async () => {
    const rows = await asShop()<{ code: string }[]>`
      select code from promo_codes where promotion_id = ${id} and active order by code`;
    return rows.map(({ code }) => code);
  };
  await save({ id, codes: ["Satu", "dua"] });
  expect(await active()).toEqual(["DUA", "SATU"]);
  await save({ id, codes: ["dua"] });
  expect(await active()).toEqual(["DUA"]);
  await save({ id, codes: ["satu", "dua"] });
  expect(await active()).toEqual(["DUA", "SATU"]);
});

test("a category that is renamed keeps its promotions, and a category in use cannot be deleted", async () => {
  const sql = asShop();
  const mug = await variantOf("mug");
  const category_ids = [mug.category_id];
  const id = crypto.randomUUID();
  await save({ id, codes: ["mug20"], class: "product", value: 20, category_ids });
  const discount = async () => {
    const lines = [{ variant_id: mug.variant_id, quantity: 1 }];
    const quote = await quoteCart({ actor: customer }, { lines, promo_codes: ["MUG20"] }, "id");
    return quote.discount;
  };
  const before = await discount();
  expect(before).toBeGreaterThan(0);
  await sql`update categories set slug = 'cangkir' where slug = 'mug'`;
  expect(await discount()).toBe(before);
  await sql`update categories set slug = 'mug' where slug = 'cangkir'`;
  await expect(sql`delete from categories where slug = 'mug'`).rejects.toThrow(
    "promotion_category_unknown",
  );
  expect(await save({ category_ids: [crypto.randomUUID()] })).toEqual({
    ok: false,
    problem: "promotion_category_unknown",
  });
  // Saving again without the category removes it from the promotion.
  await save({ id, codes: ["mug20"], class: "product", value: 20 });
  const left = await sql`select from promotion_categories where promotion_id = ${id}`;
  expect(left).toHaveLength(0);
});

/** A variant in stock of a category. */
async function variantOf(slug: string): Promise<{ variant_id: string; category_id: string }> {
  const [row] = await asShop()<{ variant_id: string; category_id: string }[]>`
    select v.id as variant_id, c.id as category_id
    from product_variants v join stock_items s on s.variant_id = v.id and s.available > 0
    join products p on p.id = v.product_id and p.status = 'published'
    join product_categories pc on pc.product_id = p.id join categories c on c.id = pc.category_id
    where c.slug = ${slug} order by v.sku limit 1`;
  if (!row) throw new Error(`the demo shop sells no ${slug}`);
  return row;
}
