import { expect, test } from "vitest";
import { cleanIdentifier, withoutInvisible } from "./typed-text.ts";

test.each([
  ["\u200bHEMAT10", "HEMAT10"],
  ["HEMAT10\u200b", "HEMAT10"],
  ["HEMAT10\u00a0", "HEMAT10"],
  ["HE\u00adMAT\u206010", "HEMAT10"],
  ["HEMAT\u201110", "HEMAT-10"],
  ["HEMAT\u201310", "HEMAT-10"],
  ["HEMAT\u221210", "HEMAT-10"],
  ["\u202eOMORP", "\u202eOMORP"],
])("the identifier %j is %j", (typed, clean) => {
  expect(cleanIdentifier(typed)).toBe(clean);
});

test.each([
  ["Ra\u200bni", "Rani"],
  ["Ra\u00adni\ufeff", "Rani"],
  ["👩\u200d👧", "👩\u200d👧"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["Budi – Ayu", "Budi – Ayu"],
])("the text %j is %j", (typed, clean) => {
  expect(withoutInvisible(typed)).toBe(clean);
});
