import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { demoPerson, giveStaffRole } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { createProduct } from "./create-product.server.ts";
import { findStaffProduct, type StaffProduct } from "./find-product.server.ts";
import type { ProductFields } from "./product.ts";
import { type ProductSave, productSaveSchema } from "./product-input.ts";
import { setProductStatus } from "./publish-product.server.ts";
import { saveProduct } from "./save-product.server.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");
let product: StaffProduct;
let made = 0;
beforeEach(async () => {
  const id = crypto.randomUUID();
  await createProduct(admin, { id, name: { id: `Gelas uji ${made++}`, en: "" } });
  product = await read(id);
});

async function read(id: string): Promise<StaffProduct> {
  const found = await findStaffProduct(admin, id);
  if (!found) throw new Error("no such product");
  return found;
}

type NewVariant = Partial<ProductSave["variants"][number]>;
const variantOf = (part: NewVariant): ProductSave["variants"][number] => ({
  id: crypto.randomUUID(),
  version: 0,
  sku: `UJI-${crypto.randomUUID().slice(0, 8)}`,
  barcode: null,
  options: {},
  price: 85_000,
  was_price: null,
  weight_grams: 350,
  length_mm: 0,
  width_mm: 0,
  height_mm: 0,
  min_pieces: 1,
  max_pieces: null,
  ...part,
});
const saveOf = (
  from: StaffProduct,
  change: Partial<ProductFields>,
  rest: Partial<ProductSave> = {},
): ProductSave => ({
  version: from.version,
  before: from.fields as ProductSave["before"],
  after: { ...from.fields, ...change } as ProductSave["after"],
  variants: [],
  removed_variant_ids: [],
  counts: [],
  key: crypto.randomUUID(),
  ...rest,
});
const colours: ProductFields["options"] = [
  {
    code: "colour",
    name: { id: "Warna", en: "Colour" },
    values: ["hitam", "putih"].map((code) => ({ code, label: { id: code, en: "" } })),
  },
];

test("a draft becomes a product that buyers find, with its price and counted stock", async () => {
  const [variant] = product.variants;
  if (!variant) throw new Error("a new product has a variant");
  const saved = await saveProduct(
    admin,
    product.id,
    saveOf(
      product,
      {},
      {
        variants: [variantOf({ id: variant.id, version: variant.version, sku: "GELAS-UJI" })],
        counts: [{ variant_id: variant.id, seen: 0, counted: 12 }],
      },
    ),
  );
  expect(saved.ok).toBe(true);
  const { version } = await read(product.id);
  const publish = { version, status: "published", publish_at: "" } as const;
  expect((await setProductStatus(admin, product.id, publish)).ok).toBe(true);
  const [shown] = await asSeed()`
    select p.price_from, p.stock_band, m.kind, m.quantity, m.actor_id from catalogue.products p
    join product_variants v on v.product_id = p.id join stock_movements m on m.variant_id = v.id
    where p.id = ${product.id}`;
  expect(shown).toEqual({
    price_from: 85_000,
    stock_band: "in",
    kind: "received",
    quantity: 12,
    actor_id: admin.id,
  });
});

test("a product without a price is not published", async () => {
  const publish = { version: product.version, status: "published", publish_at: "" } as const;
  expect(await setProductStatus(admin, product.id, publish)).toEqual({
    ok: false,
    problem: { code: "product_incomplete", missing: ["price"] },
  });
});

test("two people who change different fields lose nothing; the same field asks", async () => {
  const first = saveOf(product, { brand: "Kaca" });
  const second = saveOf(product, { tags: ["hadiah"] });
  const results = await Promise.all([
    saveProduct(admin, product.id, first),
    saveProduct(admin, product.id, second),
  ]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  expect((await read(product.id)).fields).toMatchObject({ brand: "Kaca", tags: ["hadiah"] });

  const refused = await saveProduct(admin, product.id, saveOf(product, { brand: "Perunggu" }));
  expect(refused).toMatchObject({
    ok: false,
    problem: { code: "changed_meanwhile", conflicts: ["brand"], theirs: { brand: "Kaca" } },
  });
  expect((await read(product.id)).fields.brand).toBe("Kaca");
});

test("options make variants; a removed one that moved stock is archived and comes back", async () => {
  const [single] = product.variants;
  const variants = ["hitam", "putih"].map((colour) => variantOf({ options: { colour } }));
  const [black] = variants;
  if (!single || !black) throw new Error("no variant");
  const withColours = saveOf(
    product,
    { options: colours },
    {
      variants,
      removed_variant_ids: [single.id],
      counts: [{ variant_id: black.id, seen: 0, counted: 3 }],
    },
  );
  expect((await saveProduct(admin, product.id, withColours)).ok).toBe(true);
  let now = await read(product.id);
  expect(now.variants.map(({ id, on_hand }) => [id, on_hand])).toEqual(
    variants.map(({ id }) => [id, id === black.id ? 3 : 0]),
  );

  const without = saveOf(now, {}, { removed_variant_ids: [black.id] });
  expect((await saveProduct(admin, product.id, without)).ok).toBe(true);
  now = await read(product.id);
  const archived = now.variants.find(({ id }) => id === black.id);
  expect(archived).toMatchObject({ archived: true, on_hand: 3 });
  const back = saveOf(
    now,
    {},
    {
      variants: [variantOf({ ...black, version: archived?.version ?? 0 })],
    },
  );
  expect((await saveProduct(admin, product.id, back)).ok).toBe(true);
  expect((await read(product.id)).variants.every((variant) => !variant.archived)).toBe(true);
});

test("a taken SKU names the other product, and nothing of the save is stored", async () => {
  const [taken] = await asSeed()<{ sku: string; name: string }[]>`
    select v.sku, p.name ->> 'id' as name from product_variants v join products p on p.id = v.product_id
    where v.product_id <> ${product.id} order by v.sku limit 1`;
  const input = saveOf(
    product,
    { brand: "Kaca", options: colours },
    {
      variants: [variantOf({ sku: taken?.sku ?? "", options: { colour: "hitam" } })],
    },
  );
  expect(await saveProduct(admin, product.id, input)).toEqual({
    ok: false,
    problem: { code: "sku_taken", sku: taken?.sku, product: taken?.name },
  });
  expect((await read(product.id)).fields).toEqual(product.fields);
});

test("two variants exchange their SKUs", async () => {
  const variants = ["hitam", "putih"].map((colour) => variantOf({ options: { colour } }));
  const [single] = product.variants;
  const input = saveOf(
    product,
    { options: colours },
    {
      variants,
      removed_variant_ids: [single?.id ?? ""],
    },
  );
  expect((await saveProduct(admin, product.id, input)).ok).toBe(true);
  const now = await read(product.id);
  const [black, white] = now.variants;
  if (!black || !white) throw new Error("no variants");
  const exchanged = [
    variantOf({ ...written(black), sku: white.sku }),
    variantOf({ ...written(white), sku: black.sku }),
  ];
  expect((await saveProduct(admin, product.id, saveOf(now, {}, { variants: exchanged }))).ok).toBe(
    true,
  );
  expect((await read(product.id)).variants.map(({ sku }) => sku)).toEqual([white.sku, black.sku]);
});

const written = ({
  archived: _a,
  on_hand: _o,
  available: _v,
  ...rest
}: StaffProduct["variants"][number]) => ({
  ...rest,
  options: { ...rest.options },
});

test("a counted figure books the difference, so that pieces sold meanwhile stay sold", async () => {
  const [variant] = product.variants;
  if (!variant) throw new Error("no variant");
  const count = (seen: number, counted: number, key = crypto.randomUUID()) =>
    saveProduct(
      admin,
      product.id,
      saveOf(product, {}, { counts: [{ variant_id: variant.id, seen, counted }], key }),
    );
  await count(0, 10);
  const key = crypto.randomUUID();
  const both = await Promise.all([count(10, 8, key), count(10, 8, key)]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect((await read(product.id)).variants[0]?.on_hand).toBe(8);
  expect(await count(20, 1)).toMatchObject({ ok: false, problem: { code: "stock_below_zero" } });
});

test("a role without prices changes texts and no price", async () => {
  const staff: Person = {
    ...demoPerson("staff@etalase.test"),
    permissions: ["products.read", "products.edit"],
  };
  await giveStaffRole(staff, "content");
  expect((await saveProduct(staff, product.id, saveOf(product, { brand: "Kaca" }))).ok).toBe(true);
  const [variant] = product.variants;
  if (!variant) throw new Error("no variant");
  const repriced = saveOf(
    await read(product.id),
    {},
    {
      variants: [variantOf({ ...written(variant), price: 1_000 })],
    },
  );
  expect(await saveProduct(staff, product.id, repriced)).toEqual({
    ok: false,
    problem: { code: "prices_not_permitted" },
  });
  await giveStaffRole(staff, "reader");
  expect(await saveProduct(staff, product.id, saveOf(product, { brand: "Tak boleh" }))).toEqual({
    ok: false,
    problem: { code: "not_permitted" },
  });
});

test("a role without `prices.edit` can add unpriced variants to a draft but not to a published product", async () => {
  const staff: Person = {
    ...demoPerson("staff@etalase.test"),
    permissions: ["products.read", "products.edit"],
  };
  await giveStaffRole(staff, "content");
  const [first] = product.variants;
  const black = variantOf({
    id: first?.id ?? "",
    version: first?.version ?? 0,
    price: 0,
    options: { colour: "hitam" },
  });
  const white = variantOf({ price: 0, options: { colour: "putih" } });
  const drafted = saveOf(product, { options: colours }, { variants: [black, white] });
  expect(await saveProduct(staff, product.id, drafted)).toMatchObject({ ok: true });

  await asSeed()`update product_variants set archived = true where id = ${white.id}`;
  await asSeed()`update product_variants set price = 85000 where id = ${black.id}`;
  await asSeed()`update products set status = 'published', published_at = now() where id = ${product.id}`;
  const { version: now } =
    (await read(product.id)).variants.find(({ id }) => id === black.id) ?? {};
  const red = { code: "merah", label: { id: "merah", en: "merah" } };
  const withRed = colours.map((option) => ({ ...option, values: [...option.values, red] }));
  const refused = { ok: false, problem: { code: "prices_not_permitted" } };
  for (const variant of [white, variantOf({ price: 0, options: { colour: "merah" } })]) {
    const input = saveOf(await read(product.id), { options: withRed }, { variants: [variant] });
    expect(await saveProduct(staff, product.id, input)).toEqual(refused);
  }
  const lighter = { ...black, version: now ?? 0, price: 85_000, weight_grams: 300 };
  const edited = saveOf(await read(product.id), {}, { variants: [lighter] });
  expect(await saveProduct(staff, product.id, edited)).toMatchObject({ ok: true });
});

test("a product of 2,000 variants is saved in one go", async () => {
  const options: ProductFields["options"] = [40, 50].map((many, place) => ({
    code: place === 0 ? "colour" : "size",
    name: { id: "Pilihan", en: "" },
    values: Array.from({ length: many }, (_, n) => ({
      code: `n${n}`,
      label: { id: `${n}`, en: "" },
    })),
  }));
  const variants = options[0]?.values.flatMap((colour) =>
    (options[1]?.values ?? []).map((size) =>
      variantOf({ options: { colour: colour.code, size: size.code } }),
    ),
  );
  const input = saveOf(
    product,
    { options },
    {
      variants: variants ?? [],
      removed_variant_ids: product.variants.map(({ id }) => id),
    },
  );
  expect((await saveProduct(admin, product.id, input)).ok).toBe(true);
  expect((await read(product.id)).variants).toHaveLength(2000);
});

test("a variant's minimum and maximum pieces are saved, and a minimum above the maximum is refused", async () => {
  const [first] = product.variants;
  const limited = variantOf({ id: first?.id ?? "", version: 1, min_pieces: 3, max_pieces: 12 });
  const saved = await saveProduct(admin, product.id, saveOf(product, {}, { variants: [limited] }));
  expect(saved.ok).toBe(true);
  product = await read(product.id);
  expect(product.variants).toMatchObject([{ min_pieces: 3, max_pieces: 12 }]);
  for (const wrong of [
    { min_pieces: 13 },
    { min_pieces: 0 },
    { max_pieces: 100 },
    { max_pieces: 1.5 },
  ]) {
    const { success } = v.safeParse(
      productSaveSchema,
      saveOf(product, {}, { variants: [{ ...limited, ...wrong }] }),
    );
    expect(success).toBe(false);
  }
});
