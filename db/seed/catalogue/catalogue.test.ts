import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pictureWidths } from "#shop/catalogue/catalogue.ts";
import { categories, products } from "./catalogue.ts";
import type { Text } from "./types.ts";

const folder = join(import.meta.dirname, "../pictures");
const variants = products.flatMap((product) => product.variants);

function duplicates(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function texts(value: unknown): Text[] {
  if (typeof value !== "object" || value === null) return [];
  if ("id" in value && "en" in value) return [value as Text];
  return Object.values(value).flatMap(texts);
}

test("holds a full shop", () => {
  expect(categories).toHaveLength(8);
  expect(products.length).toBeGreaterThanOrEqual(48);
  expect(variants.length).toBeGreaterThanOrEqual(150);
  for (const category of categories) {
    const inside = products.filter((product) => product.category === category.slug);
    expect(inside.length, category.slug).toBeGreaterThanOrEqual(6);
  }
});

test("names every product and variant once", () => {
  expect(duplicates(categories.map((category) => category.slug))).toEqual([]);
  expect(duplicates(products.map((product) => product.slug))).toEqual([]);
  expect(duplicates(variants.map((variant) => variant.sku))).toEqual([]);
  expect(duplicates(products.flatMap((product) => product.pictures.map((p) => p.name)))).toEqual(
    [],
  );
});

test("declares the options of each variant and every picture it shows", () => {
  for (const product of products) {
    const codes = product.options.map((option) => option.code).sort();
    const names = product.pictures.map((picture) => picture.name);
    for (const variant of product.variants) {
      expect(Object.keys(variant.options).sort(), variant.sku).toEqual(codes);
      for (const option of product.options) {
        const values = option.values.map((value) => value.code);
        expect(values, variant.sku).toContain(variant.options[option.code]);
      }
      for (const picture of variant.pictures ?? []) expect(names, variant.sku).toContain(picture);
    }
  }
});

test("prices, weighs and counts every variant", () => {
  for (const variant of variants) {
    expect(variant.price, variant.sku).toBeGreaterThan(0);
    expect(Number.isInteger(variant.price), variant.sku).toBe(true);
    expect(variant.compareAtPrice ?? Number.POSITIVE_INFINITY).toBeGreaterThan(variant.price);
    expect(variant.weightGrams, variant.sku).toBeGreaterThan(0);
    expect(variant.stock, variant.sku).toBeGreaterThanOrEqual(0);
  }
  const soldOut = products.filter((product) => product.variants.every((v) => v.stock === 0));
  expect(soldOut.map((product) => product.slug)).toEqual(["poster-kawung-agung"]);
});

test("speaks both languages everywhere", () => {
  for (const text of [...texts(categories), ...texts(products)]) {
    expect(text.id.trim(), JSON.stringify(text)).not.toBe("");
    expect(text.en.trim(), JSON.stringify(text)).not.toBe("");
  }
});

test("has two described pictures or more for each product, with all their files", () => {
  const files = new Set(readdirSync(folder));
  for (const product of products) {
    expect(product.pictures.length, product.slug).toBeGreaterThanOrEqual(2);
    for (const picture of product.pictures) {
      for (const width of pictureWidths) {
        for (const format of ["avif", "webp"]) {
          expect(files, picture.name).toContain(`${picture.name}.${width}.${format}`);
        }
      }
    }
  }
});

test("keeps all pictures together under 12 MB", () => {
  const bytes = readdirSync(folder).reduce(
    (total, file) => total + statSync(join(folder, file)).size,
    0,
  );
  expect(bytes).toBeLessThan(12_000_000);
});
