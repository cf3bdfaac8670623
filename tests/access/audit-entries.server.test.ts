import { beforeAll, test } from "vitest";
import {
  deleteCategory,
  moveCategory,
  saveCategory,
} from "#shop/catalogue/products/categories/categories.server.ts";
import { mergeCategory } from "#shop/catalogue/products/categories/merge-categories.server.ts";
import { createProduct } from "#shop/catalogue/products/create-product.server.ts";
import {
  cancelSchedule,
  dropDraft,
  keepDraft,
  scheduleDraft,
} from "#shop/catalogue/products/drafts/product-drafts.server.ts";
import { duplicateProduct } from "#shop/catalogue/products/duplicate-product.server.ts";
import { findStaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import { saveVariantRows } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import type { ProductForm } from "#shop/catalogue/products/product-form.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { setProductStatus } from "#shop/catalogue/products/publish-product.server.ts";
import { putBack } from "#shop/catalogue/products/put-back.server.ts";
import { saveProduct } from "#shop/catalogue/products/save-product.server.ts";
import { deleteSynonym, listSynonyms, saveSynonym } from "#shop/catalogue/synonyms.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  addBankAccount,
  setBankAccountEnabled,
} from "#shop/settings/merchant/bank-accounts.server.ts";
import { findSettings, saveSettings } from "#shop/settings/merchant/save-settings.server.ts";
import { skipSetupStep } from "#shop/settings/merchant/setup.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
let admin: Person;
beforeAll(async () => {
  admin = await actingAdmin();
  await asSeed()`
    update categories c set position = wanted.place - 1
    from (select id, row_number() over (order by position, id) as place from categories) wanted where wanted.id = c.id`;
});

const productId = crypto.randomUUID();
const copyId = crypto.randomUUID();
const category = {
  id: crypto.randomUUID(),
  version: 0,
  slug: "catatan-uji",
  name: { id: "Catatan", en: "Notes" },
  description: { id: "", en: "" },
  published: true,
  parent_id: null,
  seo: { title: { id: "", en: "" }, description: { id: "", en: "" } },
  picture_id: null,
};
const mergedId = crypto.randomUUID();
const accountId = crypto.randomUUID();
const newVariantId = crypto.randomUUID();

async function productSave(change: object, rest: object = {}): Promise<ProductSave> {
  const found = await findStaffProduct(admin, productId);
  if (!found) throw new Error("no such product");
  return {
    version: found.version,
    before: found.fields as ProductSave["before"],
    after: { ...found.fields, ...change } as ProductSave["after"],
    variants: [],
    removed_variant_ids: [],
    counts: [],
    key: crypto.randomUUID(),
    ...rest,
  };
}
async function typedForm(): Promise<ProductForm> {
  const { version, before, after } = await productSave({ brand: "Belum" });
  return { version, before, after, variants: [] };
}
async function onlyVariant() {
  const found = await findStaffProduct(admin, productId);
  const [variant] = found?.variants ?? [];
  if (!variant) throw new Error("a product has a variant");
  return {
    ...variant,
    barcode: null,
    was_price: null,
    options: {},
    length_mm: 0,
    width_mm: 0,
    height_mm: 0,
  };
}
const colours = [
  {
    code: "colour",
    name: { id: "Warna", en: "Colour" },
    values: ["hitam", "putih"].map((code) => ({ code, label: { id: code, en: code } })),
  },
];

const productFacts =
  "id name personalisable print_required seo shipping_class slug status tax_class";
const variantFacts =
  "archived height_mm id length_mm min_pieces position price product_id sku weight_grams width_mm";
const categoryFacts = "id name position published seo slug";
const ofProduct = about("product", productId);
const ofCopy = about("product", copyId);
const ofCategory = about("category", category.id);
const ofAccount = about("bank_account", accountId);

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a new product",
    useCase: "createProduct",
    run: () => createProduct(admin, { id: productId, name: { id: "Gelas catat", en: "" } }),
    entries: [
      ofProduct("products.created", productFacts),
      ofProduct("product_variants.created", variantFacts),
    ],
  },
  {
    name: "a copy of a product",
    useCase: "duplicateProduct",
    run: () => duplicateProduct(admin, productId, copyId),
    entries: [
      ofCopy("products.created", productFacts),
      ofCopy("product_variants.created", variantFacts),
    ],
  },
  {
    name: "its texts, brand and a price",
    useCase: "saveProduct",
    run: async () => {
      const variant = await onlyVariant();
      return saveProduct(
        admin,
        productId,
        await productSave(
          { brand: "Kaca", name: { id: "Gelas catat", en: "Noted glass" } },
          { variants: [{ ...variant, price: 85_000, weight_grams: 350 }] },
        ),
      );
    },
    entries: [
      ofProduct("products.changed", "brand name"),
      ofProduct("product_variants.changed", "price weight_grams"),
    ],
  },
  {
    name: "a brand that is put back",
    useCase: "putBack",
    run: async () => {
      const [entry] = await asSeed()<{ id: number }[]>`
        select id from audit_entries where subject_id = ${productId} and changes ? 'brand' order by id desc limit 1`;
      return putBack(admin, Number(entry?.id), "brand");
    },
    entries: [ofProduct("products.changed", "brand")],
  },
  {
    name: "the same values again",
    useCase: "saveProduct",
    run: async () => saveProduct(admin, productId, await productSave({})),
    entries: [],
  },
  {
    name: "a product that is published",
    useCase: "setProductStatus",
    run: async () =>
      setProductStatus(admin, productId, {
        version: (await productSave({})).version,
        status: "published",
        publish_at: "",
      }),
    entries: [ofProduct("products.changed", "published_at status")],
  },
  {
    name: "what is typed and not applied, which changes nothing",
    useCase: "keepDraft",
    run: async () => keepDraft(admin, productId, 0, await typedForm()),
    entries: [],
  },
  {
    name: "changes that wait for their time",
    useCase: "scheduleDraft",
    run: async () =>
      scheduleDraft(
        admin,
        productId,
        1,
        await typedForm(),
        await productSave({}),
        "2040-01-01T09:00",
      ),
    entries: [],
  },
  {
    name: "a schedule that is taken off",
    useCase: "cancelSchedule",
    run: () => cancelSchedule(admin, productId),
    entries: [],
  },
  {
    name: "what was typed is dropped",
    useCase: "dropDraft",
    run: () => dropDraft(admin, productId),
    entries: [],
  },
  {
    name: "an option with a second variant",
    useCase: "saveProduct",
    run: async () => {
      const variant = await onlyVariant();
      return saveProduct(
        admin,
        productId,
        await productSave(
          { options: colours },
          {
            variants: [
              { ...variant, options: { colour: "hitam" } },
              {
                ...variant,
                id: newVariantId,
                version: 0,
                sku: "CATAT-PUTIH",
                options: { colour: "putih" },
              },
            ],
          },
        ),
      );
    },
    entries: [
      ofProduct("products.changed", "options"),
      ofProduct("product_variants.changed", "options"),
      ofProduct(
        "product_variants.created",
        "archived height_mm id length_mm min_pieces options position price product_id sku weight_grams width_mm",
      ),
    ],
  },
  {
    name: "a price in the grid",
    useCase: "saveVariantRows",
    run: async () => {
      const { id, version, price } = await onlyVariant();
      return saveVariantRows(admin, crypto.randomUUID(), [
        { id, version, price: price + 1_000, was_price: null, seen: 0, counted: 0 },
      ]);
    },
    entries: [ofProduct("product_variants.changed", "price")],
  },
  {
    name: "a new category",
    useCase: "saveCategory",
    run: () => saveCategory(admin, category),
    entries: [ofCategory("categories.created", categoryFacts)],
  },
  {
    name: "a category that becomes part of another",
    useCase: "mergeCategory",
    run: async () => {
      await asSeed()`
        insert into categories (id, slug, name, position) values (${mergedId}, 'gabung', '{"id": "G", "en": "G"}', 999)`;
      return mergeCategory(admin, mergedId, category.id);
    },
    entries: [["categories.deleted", "category", mergedId, categoryFacts]],
  },
  {
    name: "a category in the place of another",
    useCase: "moveCategory",
    run: async () => {
      const all = await asSeed()`select from categories`;
      return moveCategory(admin, category.id, all.length - 2);
    },
    entries: [
      ofCategory("categories.changed", "position"),
      ["categories.changed", "category", /./, "position"],
    ],
  },
  {
    name: "a category that goes",
    useCase: "deleteCategory",
    run: () => deleteCategory(admin, category.id),
    entries: [ofCategory("categories.deleted", categoryFacts)],
  },
  {
    name: "a step of the setup that is put aside",
    useCase: "skipSetupStep",
    run: () => skipSetupStep(admin, "tax", true),
    entries: [["setup_steps.created", "settings", "tax", "at is_decided step"]],
  },
  {
    name: "an account for transfers",
    useCase: "addBankAccount",
    run: () =>
      addBankAccount(admin, {
        id: accountId,
        bank: "BCA",
        number: "1234567890",
        holder: "PT Nota",
      }),
    entries: [ofAccount("bank_accounts.created", "bank enabled holder id number position")],
    again: true,
  },
  {
    name: "an account that is no longer offered",
    useCase: "setBankAccountEnabled",
    run: () => setBankAccountEnabled(admin, accountId, false),
    entries: [ofAccount("bank_accounts.changed", "enabled")],
  },
  {
    name: "two settings",
    useCase: "saveSettings",
    run: async () => {
      const before = (await findSettings(admin, "shop")) ?? {};
      return saveSettings(admin, "shop", {
        before,
        after: { ...before, email: "catat@toko.test", city: "Bandung 40111" },
      });
    },
    entries: [["shop_settings.changed", "settings", /./, "city email"]],
  },
  {
    name: "a synonym of the search",
    useCase: "saveSynonym",
    run: () => saveSynonym(admin, null, { language: "id", word: "tempat minum", means: "tumbler" }),
    entries: [["search_synonyms.created", "settings", "tempat minum", "id language means word"]],
  },
  {
    name: "a synonym that goes",
    useCase: "deleteSynonym",
    run: async () => {
      const all = await listSynonyms(admin);
      return deleteSynonym(admin, all.find(({ word }) => word === "tempat minum")?.id ?? "");
    },
    entries: [["search_synonyms.deleted", "settings", "tempat minum", "id language means word"]],
  },
];

test("each act on products and settings leaves exactly its entries", () =>
  expectEntries(admin, acts));

test("every use case that writes products or settings is one of these acts", () =>
  expectEveryUseCase(/^(catalogue\/(products\/|index\/|[^/]+$)|settings\/merchant\/)/, acts));
