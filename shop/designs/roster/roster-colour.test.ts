import { expect, test } from "vitest";
import { colourOf, inColour } from "./roster-colour.ts";

const variants = [
  { id: "pm", colour: "putih", size: "M" },
  { id: "pl", colour: "putih", size: "L" },
  { id: "tm", colour: "tinta", size: "M" },
];
const rowsOf = (...ids: readonly string[]) => ids.map((variant_id) => ({ variant_id, values: {} }));

test("rows have a colour where all known variants have the same one", () => {
  expect(colourOf(rowsOf("pm", "pl", ""), variants)).toBe("putih");
  expect(colourOf(rowsOf("pm", "tm"), variants)).toBeNull();
  expect(colourOf(rowsOf(""), variants)).toBeNull();
});

test("another colour preserves the sizes, and a size that it lacks has to be chosen", () => {
  expect(inColour(rowsOf("pm", "pl", "none"), variants, "tinta")).toEqual(rowsOf("tm", "", ""));
});
