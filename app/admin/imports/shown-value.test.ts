import { expect, test } from "vitest";
import { importWords } from "#app/admin/messages/imports.ts";
import { productStatuses } from "#shop/catalogue/products/product.ts";
import { shownValue } from "./shown-value.ts";

test.each(["id", "en"] as const)("every status of a product has a name (%s)", (language) => {
  const { values } = importWords(language);
  for (const status of productStatuses) {
    expect(shownValue(values, "status", status)).not.toBe(status);
  }
});

test("other values are shown as they are", () => {
  const { values } = importWords("id");
  expect(shownValue(values, "nama_id", "published")).toBe("published");
  expect(shownValue(values, "status", "constructor")).toBe("constructor");
});
