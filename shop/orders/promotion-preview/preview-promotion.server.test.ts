import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Person, visitor } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";
import {
  createPromotion,
  makePromotion,
  promotionFields,
} from "#tests/support/builders/promotions.ts";
import { demoPerson, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import type { Sample } from "./preview-input.ts";
import { previewPromotion } from "./preview-promotion.server.ts";

testDatabase({ demo: true, max: 6 });
const numRuns = isWholeRun ? 2_000 : 60;
let staff: Person;
let variants: { id: string; product_id: string; price: number; category_ids: string[] }[];
let origin: string;
beforeAll(async () => {
  openTestProviders();
  staff = await provenAdmin();
  variants = await asSeed()`
    select v.id, v.product_id, v.price, array(
      select category_id::text from product_categories c where c.product_id = v.product_id) as category_ids
    from product_variants v join products p on p.id = v.product_id and p.status = 'published'
    join stock_items s on s.variant_id = v.id and s.available >= 10
    where not v.archived order by v.id limit 12`;
  const [shop] = await asSeed()<{ code: string }[]>`
    select origin_region_code as code from shop_settings`;
  origin = shop?.code ?? "";
});

const own = (lines: { variant_id: string; quantity: number }[]): Sample => ({ kind: "own", lines });

async function preview(fields: PromotionFields, sample: Sample, id: string = crypto.randomUUID()) {
  const shown = await previewPromotion(staff, { id, after: fields, sample }, "id");
  if (!shown.ok) throw new Error(shown.problem);
  return shown.value;
}

test("the preview is the quote of the saved promotion, for any promotion and cart", {
  timeout: 600_000,
}, async () => {
  await makePromotion("", {
    automatic: true,
    class: "product",
    type: "percent",
    name: { id: "Otomatis A", en: "A" },
    value: 7,
    priority: 1,
  });
  await makePromotion("", {
    automatic: true,
    type: "fixed",
    value: 4_000,
    name: { id: "Otomatis B", en: "B" },
    combines_with: ["product"],
  });
  const products = [...new Set(variants.map(({ product_id }) => product_id))];
  const categories = [...new Set(variants.flatMap(({ category_ids }) => category_ids))];
  const some = (all: string[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<string[]>([]) },
      fc.uniqueArray(fc.constantFrom(...all), { maxLength: 2 }),
    );
  const rarely = <T>(usual: T, other: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, other);
  const rules = fc.record({
    kind: fc.constantFrom(
      { type: "percent", class: "order" } as const,
      { type: "percent", class: "product" } as const,
      { type: "fixed", class: "order" } as const,
      { type: "fixed", class: "product" } as const,
      { type: "free_shipping", class: "shipping" } as const,
      { type: "fixed_shipping", class: "shipping" } as const,
      { type: "buy_x_get_y", class: "product" } as const,
      { type: "gift", class: "product" } as const,
    ),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: fc.integer({ min: 1, max: 300_000 }),
    max_discount: rarely(null, fc.integer({ min: 1, max: 100_000 })),
    min_subtotal: rarely(0, fc.integer({ min: 0, max: 900_000 })),
    min_quantity: rarely(0, fc.nat({ max: 6 })),
    pieces: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
    gift: fc.constantFrom(...variants.map(({ id }) => id)),
    isEach: fc.boolean(),
    product_ids: some(products),
    category_ids: some(categories),
    excluded_product_ids: some(products),
    reward_product_ids: some(products),
    exclude_sale_items: fc.boolean(),
    combines_with: fc.subarray(["order", "product", "shipping"] as const),
    automatic: fc.boolean(),
    priority: fc.integer({ min: -2, max: 2 }),
    budget: rarely(null, fc.integer({ min: 1, max: 200_000 })),
    isLocal: fc.boolean(),
    isByCard: fc.boolean(),
  });
  const lines = fc.uniqueArray(
    fc.record({
      variant_id: fc.constantFrom(...variants.map(({ id }) => id)),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ variant_id }) => variant_id },
  );
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(rules, lines, async (rule, cart) => {
      const { kind, percent, amount, pieces, gift, isEach, isLocal, isByCard, ...rest } = rule;
      const isReward = kind.type === "buy_x_get_y";
      const fields = promotionFields({
        ...rest,
        ...kind,
        value:
          kind.type === "percent" || isReward
            ? percent
            : kind.type === "fixed" || kind.type === "fixed_shipping"
              ? amount
              : 0,
        allocation: kind.type === "fixed" && kind.class === "product" && isEach ? "each" : "across",
        buy_quantity: isReward ? pieces[0] : null,
        get_quantity: isReward || kind.type === "gift" ? pieces[1] : null,
        gift_variant_id: kind.type === "gift" ? gift : null,
        reward_product_ids: isReward ? rule.reward_product_ids : [],
        codes: rule.automatic ? [] : ["SIFAT"],
        region_codes: isLocal ? [origin.slice(0, 2)] : [],
        payment_methods: isByCard ? ["builtin:card"] : [],
      });
      const id = crypto.randomUUID();
      const shown = await preview(fields, own(cart), id);
      // The buyer that the preview supposes: in the region, with the delivery that is cheapest without the promotion.
      const [there] = await asSeed()<{ code: string }[]>`
        select coalesce((select code from regions where ${isLocal} and length(code) = 10
          and code like ${origin.slice(0, 2)}::text || '%' order by code limit 1), ${origin}) as code`;
      const bare = {
        lines: cart,
        region_code: there?.code ?? "",
        ...(isByCard ? { payment_method: "builtin:card" } : {}),
      };
      const { shipping_options } = await quoteCart({ actor: visitor }, bare, "id");
      const [cheapest] = shipping_options
        .filter(({ is_pickup }) => !is_pickup)
        .toSorted((a, b) => a.price - b.price);
      const asked = { ...bare, ...(rule.automatic ? {} : { promo_codes: ["SIFAT"] }) };
      const saved = await createPromotion(staff, fields, id);
      expect(saved.ok).toBe(true);
      try {
        const quote = await quoteCart(
          { actor: visitor },
          { ...asked, ...(cheapest ? { shipping_method_id: cheapest.id } : {}) },
          "id",
        );
        const own = quote.promos.find(({ name }) => name === "Uji");
        if (own) applied++;
        expect({
          lines: shown.lines.map(({ quantity, after }) => [quantity, after]),
          total: shown.after.total,
          shipping: shown.after.shipping,
          discount: shown.discount,
        }).toEqual({
          lines: quote.lines.map(({ quantity, total }) => [quantity, total]),
          total: quote.total,
          shipping: quote.shipping,
          discount: (own?.code === (rule.automatic ? null : "SIFAT") ? own?.discount : 0) ?? 0,
        });
      } finally {
        await asSeed()`delete from promo_codes where promotion_id = ${id}`;
        await asSeed()`delete from promotions where id = ${id}`;
      }
    }),
    { numRuns },
  );
  expect(applied).toBeGreaterThan(numRuns / 5);
  await asSeed()`update promotions set enabled = false where automatic`;
});

test("the preview shows each line before and after, what applies beside it, and what gives way", async () => {
  const [line] = variants;
  if (!line) throw new Error("no goods");
  const better = await makePromotion("", {
    name: { id: "Otomatis lima", en: "Five" },
    automatic: true,
    type: "percent",
    value: 5,
    combines_with: ["shipping"],
  });
  const cart = own([{ variant_id: line.id, quantity: 2 }]);
  const gross = line.price * 2;
  const fields = promotionFields({ type: "percent", value: 10, codes: ["SEPULUH-UJI"] });
  const shown = await preview(fields, cart);
  expect(shown.lines).toMatchObject([
    { quantity: 2, before: gross - Math.floor(gross / 20), after: gross - Math.floor(gross / 10) },
  ]);
  expect(shown.beaten).toEqual([{ label: "Otomatis lima", discount: Math.floor(gross / 20) }]);
  expect(shown.overlaps).toEqual(["Otomatis lima"]);
  expect(shown.warnings).toEqual(["unlimited_combinable", "overlaps_automatic"]);
  const worse = await preview(
    promotionFields({ type: "percent", value: 1, codes: ["SATUPERSEN"] }),
    cart,
  );
  expect(worse).toMatchObject({
    discount: 0,
    problem: { code: "promo_not_better", with: "Otomatis lima" },
    beside: [{ label: "Otomatis lima" }],
  });
  await asSeed()`update promotions set enabled = false where id = ${better}`;
});

test("the preview says why a promotion takes nothing off, with or without a code", async () => {
  const [line] = variants;
  const cart = own([{ variant_id: line?.id ?? "", quantity: 1 }]);
  const far = { min_subtotal: 900_000_000 };
  const problem = { code: "promo_min_subtotal", missing: 900_000_000 - (line?.price ?? 0) };
  expect((await preview(promotionFields({ ...far, codes: ["JAUH"] }), cart)).problem).toEqual(
    problem,
  );
  expect((await preview(promotionFields({ ...far, automatic: true }), cart)).problem).toEqual(
    problem,
  );
});

test("a preview before its start, for members only and once per person shows what its buyers get", async () => {
  const [line] = variants;
  const fields = promotionFields({
    codes: ["NANTI-UJI"],
    starts_at: "2099-01-01T00:00",
    emails: ["anggota@contoh.test"],
    per_customer_limit: 1,
    first_order_only: true,
  });
  const shown = await preview(fields, own([{ variant_id: line?.id ?? "", quantity: 1 }]));
  expect(shown.discount).toBe(Math.min(10_000, line?.price ?? 0));
});

test("a preview takes the goods of an order by its number, and the best-selling mix, and stores nothing", async () => {
  const [order] = await asSeed()<{ number: string; variants: string[] }[]>`
    select o.number, array_agg(l.variant_id::text) as variants from orders o join order_lines l on l.order_id = o.id
    join product_variants v on v.id = l.variant_id
    join stock_items s on s.variant_id = v.id and s.available > 3
    where o.number is not null and not l.is_gift group by o.id order by o.created_at limit 1`;
  const before =
    await asSeed()`select (select count(*) from promotions) as p, (select count(*) from audit_entries) as a`;
  const fields = promotionFields({ type: "percent", value: 10, codes: ["CONTOH"] });
  const byNumber = await preview(fields, {
    kind: "order",
    number: order?.number.toLowerCase() ?? "",
  });
  expect(byNumber.lines.length).toBeGreaterThan(0);
  expect(byNumber.after.goods).toBe(byNumber.before.goods - byNumber.discount);
  const best = await preview(fields, { kind: "best" });
  expect(best.lines).toHaveLength(3);
  expect(
    await asSeed()`select (select count(*) from promotions) as p, (select count(*) from audit_entries) as a`,
  ).toEqual(before);
  const input = {
    id: crypto.randomUUID(),
    after: fields,
    sample: { kind: "order", number: "X-1" },
  } as const;
  expect(await previewPromotion(staff, input, "id")).toEqual({
    ok: false,
    problem: "sample_order_not_found",
  });
  expect(await previewPromotion(demoPerson("customer@etalase.test"), input, "id")).toEqual({
    ok: false,
    problem: "not_permitted",
  });
});

test("a short code is guessable, and limits or exclusiveness end the warning about endless discounts", async () => {
  const cart = own([{ variant_id: variants[0]?.id ?? "", quantity: 1 }]);
  const warned = async (change: Readonly<Record<string, unknown>>) =>
    (await preview(promotionFields(change), cart)).warnings;
  expect(await warned({ codes: ["HEMAT"], budget: 1_000_000 })).toEqual(["code_guessable"]);
  expect(await warned({ codes: ["HEMAT6"], combines_with: [] })).toEqual([]);
  expect(await warned({ codes: ["HEMAT6"] })).toEqual(["unlimited_combinable"]);
});
