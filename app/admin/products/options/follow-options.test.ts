import { expect, test } from "vitest";
import {
  type ProductDraft,
  variantLabel,
  withCombinations,
} from "#app/admin/products/product-draft.ts";
import type { VariantOption } from "#shop/catalogue/products/product.ts";
import { countRemoved, restoreOptions, withOptions } from "./follow-options.ts";

const option = (code: string, ...values: string[]): VariantOption => ({
  code,
  name: { id: code, en: "" },
  values: values.map((value) => ({ code: value, label: { id: value, en: "" } })),
});

/** One stored variant per choice, each with its own price. */
function draftOf(options: VariantOption[], ...chosen: Record<string, string>[]): ProductDraft {
  const variants = chosen.map((choice, index) => ({
    id: String(index),
    version: 1,
    options: choice,
    sku: `S-${index}`,
    barcode: "",
    price: String(1_000 + index),
    was_price: "",
    weight_grams: "",
    length_mm: "",
    width_mm: "",
    height_mm: "",
    stock: "0",
    seen: 0,
    isRemoved: false,
  }));
  return { fields: { slug: "kaos", options }, variants, archived: [] } as unknown as ProductDraft;
}

const labelsOf = ({ fields, variants }: ProductDraft) =>
  variants
    .filter(({ isRemoved }) => !isRemoved)
    .map((variant) => `${variantLabel(variant.options, fields.options, "id")} ${variant.price}`);

const colour = option("colour", "merah", "biru");

test("removing a value removes its variants; undo restores them and preserves later input", () => {
  const before = draftOf([colour], { colour: "merah" }, { colour: "biru" });
  const after = withOptions(before, [option("colour", "biru")]);
  expect(labelsOf(after)).toEqual(["biru 1001"]);
  expect(countRemoved(before, after)).toBe(1);
  const typed = {
    ...after,
    variants: after.variants.map((variant) => ({ ...variant, price: `${variant.price}0` })),
  };
  expect(labelsOf(restoreOptions(typed, before))).toEqual(["merah 10000", "biru 10010"]);
});

test("a new variant of a removed value leaves the form, a stored one is removed by the save", () => {
  const draft = withCombinations(draftOf([colour], { colour: "merah" }));
  expect(draft.variants).toHaveLength(2);
  expect(withOptions(draft, [option("colour", "merah")]).variants).toHaveLength(1);
  const removed = withOptions(draft, [option("colour", "biru")]).variants;
  expect(removed.map(({ isRemoved }) => isRemoved)).toEqual([true, false]);
});

test("a mistyped only value is replaced: its variants take the first new value and keep their prices", () => {
  const size = option("size", "s-m-l");
  const wrong = draftOf(
    [colour, size],
    { colour: "merah", size: "s-m-l" },
    { colour: "biru", size: "s-m-l" },
  );
  const without = withOptions(wrong, [colour, option("size")]);
  expect(labelsOf(without)).toEqual(["merah 1000", "biru 1001"]);
  const right = withOptions(without, [colour, option("size", "s", "m", "l")]);
  expect(labelsOf(right)).toEqual(["merah / s 1000", "biru / s 1001"]);
  expect(labelsOf(withCombinations(right))).toHaveLength(6);
});

test("removing an option merges variants that differ only in it", () => {
  const before = draftOf(
    [colour, option("size", "s", "m")],
    { colour: "merah", size: "s" },
    { colour: "merah", size: "m" },
    { colour: "biru", size: "s" },
  );
  expect(labelsOf(withOptions(before, [colour]))).toEqual(["merah 1000", "biru 1002"]);
});

test("the only variant of a plain product takes the first value of its first option", () => {
  const plain = draftOf([], {});
  const named = withOptions(plain, [option("colour")]);
  expect(named.variants).toEqual(plain.variants);
  expect(labelsOf(withOptions(named, [colour]))).toEqual(["merah 1000"]);
});

test("a removed variant is restored when its combination is added again", () => {
  const before = draftOf([colour], { colour: "merah" }, { colour: "biru" });
  const without = withOptions(before, [option("colour", "biru")]);
  const again = withCombinations(withOptions(without, [option("colour", "biru", "merah")]));
  expect(again.variants.map(({ id, isRemoved }) => [id, isRemoved])).toEqual([
    ["1", false],
    ["0", false],
  ]);
});
