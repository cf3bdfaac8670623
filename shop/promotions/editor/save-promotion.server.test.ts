import * as v from "valibot";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { type PromotionFields, promotionFieldsSchema } from "#shop/promotions/promotion-input.ts";
import { createPromotion, promotionFields } from "#tests/support/builders/promotions.ts";
import { demoPerson, provenAdmin, provenStaff } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findPromotion } from "./find-promotion.server.ts";
import { savePromotion } from "./save-promotion.server.ts";

testDatabase({ demo: true, max: 4 });

let staff: Person;
let colleague: Person;
beforeAll(async () => {
  staff = await provenAdmin();
  colleague = await provenStaff();
});
const customer = demoPerson("customer@etalase.test");
const admin = demoPerson("admin@etalase.test");

let mug: { variant_id: string; category_id: string; price: number };
beforeEach(async () => {
  mug ??= await variantOf("mug");
});

/** What a buyer's two mugs cost less with a code. */
async function discountBy(code: string): Promise<number> {
  const lines = [{ variant_id: mug.variant_id, quantity: 2 }];
  const bare = await quoteCart({ actor: customer }, { lines }, "id");
  const quote = await quoteCart({ actor: customer }, { lines, promo_codes: [code] }, "id");
  return bare.total - quote.total;
}

async function fieldsOf(id: string): Promise<{ version: number; fields: PromotionFields }> {
  const found = await findPromotion(staff, id);
  if (!found) throw new Error("no such promotion");
  return found;
}

/** Saves a change as somebody who read the promotion just now. */
async function change(id: string, by: Partial<PromotionFields>, actor = staff) {
  const { version, fields } = await fieldsOf(id);
  return savePromotion(actor, { id, version, before: fields, after: { ...fields, ...by } });
}

async function made(by: Readonly<Record<string, unknown>>): Promise<string> {
  const saved = await createPromotion(staff, promotionFields(by));
  if (!saved.ok) throw new Error(saved.problem.code);
  return saved.value.id;
}

test("ten percent by a code that staff saved lowers a buyer's total by ten percent", async () => {
  await made({ type: "percent", value: 10, codes: ["hemat-uji"] });
  expect(await discountBy("hemat-uji")).toBe(Math.floor((mug.price * 2) / 10));
});

test("a promotion begins and ends by the shop's clock, to the end of its last minute", async () => {
  await asSeed()`update shop_settings set time_zone = 'Asia/Makassar'`;
  const id = await made({ starts_at: "2026-12-01T00:00", ends_at: "2026-12-31T23:59" });
  const [row] = await asSeed()<{ starts_at: Date; ends_at: Date }[]>`
    select starts_at, ends_at from promotions where id = ${id}`;
  expect(row?.starts_at.toISOString()).toBe("2026-11-30T16:00:00.000Z");
  expect(row?.ends_at.toISOString()).toBe("2026-12-31T15:59:59.999Z");
  const { fields } = await fieldsOf(id);
  expect([fields.starts_at, fields.ends_at]).toEqual(["2026-12-01T00:00", "2026-12-31T23:59"]);
});

test("what is read is what was saved, field by field, and saving it again changes nothing", async () => {
  const [region] = await asSeed()<{ code: string }[]>`
    select code from regions where length(code) = 4 order by code limit 1`;
  const wanted = promotionFields({
    name: { id: "Lengkap", en: "Complete" },
    class: "product",
    type: "percent",
    value: 15,
    max_discount: 50_000,
    codes: ["SATU-LENGKAP", "DUA-LENGKAP"],
    priority: -3,
    combines_with: ["shipping"],
    min_subtotal: 200_000,
    min_quantity: 2,
    category_ids: [mug.category_id],
    exclude_sale_items: true,
    first_order_only: true,
    emails: ["b@contoh.test", "a@contoh.test"],
    region_codes: [region?.code],
    payment_methods: ["builtin:card"],
    starts_at: "2026-11-01T08:00",
    ends_at: "2026-12-31T23:59",
    usage_limit: 100,
    per_customer_limit: 1,
    budget: 5_000_000,
  });
  const id = await made(wanted);
  const read = await fieldsOf(id);
  expect(read.fields).toEqual(wanted);
  await savePromotion(staff, { id, version: 1, before: wanted, after: wanted });
  expect((await fieldsOf(id)).fields).toEqual(wanted);
});

test.each([
  ["0 percent", { type: "percent", value: 0 }, "value", "percent_invalid"],
  ["101 percent", { type: "percent", value: 101 }, "value", "percent_invalid"],
  ["a negative amount", { value: -1 }, "value", "number_invalid"],
  ["half a rupiah", { value: 10_000.5 }, "value", "number_invalid"],
  ["more than a trillion", { value: 1_000_000_000_001 }, "value", "number_too_large"],
  ["an amount of nothing", { value: 0 }, "value", "amount_missing"],
  ["a largest discount of nothing", { max_discount: 0 }, "max_discount", "amount_missing"],
  [
    "an end before the start",
    { starts_at: "2026-12-02T00:00", ends_at: "2026-12-01T00:00" },
    "ends_at",
    "promotion_ends_before_start",
  ],
  ["31 February", { starts_at: "2026-02-31T00:00" }, "starts_at", "date_invalid"],
  [
    "a gift without a gift",
    { type: "gift", class: "product", get_quantity: 1 },
    "gift_variant_id",
    "gift_missing",
  ],
  ["a code with a space", { codes: ["DUA KATA"] }, "codes.0", "promo_code_invalid"],
  ["hostile text as a code", { codes: ["<script>"] }, "codes.0", "promo_code_invalid"],
  [
    "51 codes",
    { codes: Array.from({ length: 51 }, (_, n) => `KODE-${n}`) },
    "codes",
    "too_many_codes",
  ],
  ["an address without @", { emails: ["budi"] }, "emails.0", "email_invalid"],
  ["no name", { name: { id: " ", en: "" } }, "name.id", "required"],
])("%s is refused with a code at its field", (_, by, path, code) => {
  const parsed = v.safeParse(promotionFieldsSchema, { ...promotionFields(), ...by });
  const found = parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message]);
  expect(found).toContainEqual([path, code]);
});

test("hostile text in a name is stored and read as text", async () => {
  const name = {
    id: `<img src=x onerror=alert(1)> "'; drop table promotions --`,
    en: "\u202eevil",
  };
  const id = await made({ name });
  expect((await fieldsOf(id)).fields.name).toEqual(name);
});

test("what does not exist or contradicts is refused with a code, and nothing of it is stored", async () => {
  const before = await asSeed()`select count(*) from promotions`;
  const nobody = crypto.randomUUID();
  const save = async (by: Partial<PromotionFields>, actor = staff) => {
    const answer = await createPromotion(actor, { ...promotionFields({ codes: ["SISA"] }), ...by });
    return answer.ok ? "saved" : answer.problem.code;
  };
  expect(await save({ product_ids: [nobody] })).toBe("promotion_product_unknown");
  expect(await save({ category_ids: [nobody] })).toBe("promotion_category_unknown");
  expect(await save({ group_ids: [nobody] })).toBe("promotion_group_unknown");
  expect(await save({ region_codes: ["99"] })).toBe("promotion_region_unknown");
  expect(
    await save({ type: "gift", class: "product", gift_variant_id: nobody, get_quantity: 1 }),
  ).toBe("promotion_gift_unknown");
  expect(await save({ class: "shipping" })).toBe("promotion_class_type");
  expect(await save({ allocation: "each" })).toBe("promotion_allocation_class");
  expect(await save({}, customer)).toBe("not_permitted");
  expect(await save({}, admin)).toBe("reauthentication_needed");
  expect(await asSeed()`select count(*) from promotions`).toEqual(before);
  expect(await asSeed()`select from promo_codes where code = 'SISA'`).toHaveLength(0);
});

test("a code that another promotion has is refused by that promotion's name, and nothing is stored", async () => {
  const id = crypto.randomUUID();
  const saved = await createPromotion(staff, promotionFields({ codes: ["baru-1", "hemat10"] }), id);
  const [owner] = await asSeed()<{ name: string }[]>`
    select p.name ->> 'id' as name from promo_codes c join promotions p on p.id = c.promotion_id
    where c.code = 'HEMAT10'`;
  expect(saved).toEqual({
    ok: false,
    problem: { code: "promo_code_taken", promo_code: "HEMAT10", promotion: owner?.name },
  });
  expect(await asSeed()`select from promotions where id = ${id}`).toHaveLength(0);
  expect(await asSeed()`select from promo_codes where code = 'BARU-1'`).toHaveLength(0);
});

test("a code removed from a promotion stops working, and works again when added again", async () => {
  const id = await made({ codes: ["SATU", "DUA"] });
  const working = async () => [await discountBy("SATU"), await discountBy("DUA")];
  expect(await working()).toEqual([10_000, 10_000]);
  await change(id, { codes: ["DUA"] });
  expect(await working()).toEqual([0, 10_000]);
  await change(id, { codes: ["DUA", "SATU"] });
  expect(await working()).toEqual([10_000, 10_000]);
});

test("two people who change different fields both keep their change", async () => {
  const id = await made({ codes: ["BERDUA"] });
  const read = await fieldsOf(id);
  await change(id, { value: 15_000 }, colleague);
  const saved = await savePromotion(staff, {
    id,
    version: read.version,
    before: read.fields,
    after: { ...read.fields, min_subtotal: 1_000 },
  });
  expect(saved.ok).toBe(true);
  expect((await fieldsOf(id)).fields).toMatchObject({ value: 15_000, min_subtotal: 1_000 });
  expect(await discountBy("BERDUA")).toBe(15_000);
});

test("of two people who change one field the second sees the first one's value, and nothing is lost", async () => {
  const id = await made({});
  const read = await fieldsOf(id);
  const as = (actor: Person, value: number) =>
    savePromotion(actor, {
      id,
      version: read.version,
      before: read.fields,
      after: { ...read.fields, value },
    });
  const answers = await Promise.all([as(colleague, 15_000), as(staff, 20_000)]);
  const [refused] = answers.flatMap((answer) => (answer.ok ? [] : [answer.problem]));
  const stored = await fieldsOf(id);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect([15_000, 20_000]).toContain(stored.fields.value);
  expect(refused).toMatchObject({
    code: "changed_meanwhile",
    version: stored.version,
    conflicts: ["value"],
    theirs: { value: stored.fields.value },
  });
});

test("two changes that contradict each other only together are refused with the field", async () => {
  const id = await made({ starts_at: "2026-12-01T00:00", ends_at: "2026-12-31T00:00" });
  const read = await fieldsOf(id);
  await change(id, { starts_at: "2026-12-20T00:00" }, colleague);
  const saved = await savePromotion(staff, {
    id,
    version: read.version,
    before: read.fields,
    after: { ...read.fields, ends_at: "2026-12-10T00:00" },
  });
  expect(saved).toMatchObject({
    problem: {
      code: "promotion_contradictory",
      problems: { ends_at: "promotion_ends_before_start" },
    },
  });
});

test("saving leaves one entry for the promotion, one for each typed code, and one for a code taken out", async () => {
  const id = await made({ codes: ["CATAT-1", "CATAT-2"] });
  await change(id, { codes: ["CATAT-1"], value: 12_000 }, colleague);
  await savePromotion(customer, {
    id,
    version: 2,
    before: null,
    after: promotionFields({ value: 1 }),
  });
  const entries = await asSeed()`
    select action, actor_id, changes from audit_entries where subject_id = ${id} order by id`;
  expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["promotions.created", staff.id],
    ["promo_codes.created", staff.id],
    ["promo_codes.created", staff.id],
    ["promotions.changed", colleague.id],
    ["promo_codes.changed", colleague.id],
  ]);
  expect(entries[3]?.changes).toEqual({ value: [10_000, 12_000] });
  expect(entries[4]?.changes).toEqual({
    code: ["CATAT-2", "CATAT-2"],
    active: [true, false],
  });
});

test("a category that is renamed keeps its promotions, and a category in use cannot be deleted", async () => {
  const sql = asSeed();
  const id = await made({
    codes: ["MUG20"],
    class: "product",
    type: "percent",
    value: 20,
    category_ids: [mug.category_id],
  });
  const before = await discountBy("MUG20");
  expect(before).toBeGreaterThan(0);
  await sql`update categories set slug = 'cangkir' where slug = 'mug'`;
  expect(await discountBy("MUG20")).toBe(before);
  await sql`update categories set slug = 'mug' where slug = 'cangkir'`;
  // Also an empty one.
  const emptied = sql.begin(async (inner) => {
    await inner`delete from product_categories where category_id = ${mug.category_id}`;
    await inner`delete from categories where slug = 'mug'`;
  });
  await expect(emptied).rejects.toThrow("promotion_category_unknown");
  await change(id, { category_ids: [] });
  expect(await sql`select from promotion_categories where promotion_id = ${id}`).toHaveLength(0);
});

/** A variant in stock of a category. */
async function variantOf(slug: string): Promise<typeof mug> {
  const [row] = await asSeed()<(typeof mug)[]>`
    select v.id as variant_id, c.id as category_id, v.price
    from product_variants v join stock_items s on s.variant_id = v.id and s.available > 5
    join products p on p.id = v.product_id and p.status = 'published'
    join product_categories pc on pc.product_id = p.id join categories c on c.id = pc.category_id
    where c.slug = ${slug} order by v.sku limit 1`;
  if (!row) throw new Error(`the demo shop sells no ${slug}`);
  return row;
}
