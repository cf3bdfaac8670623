import fc from "fast-check";
import { expect, test } from "vitest";
import { assignmentOf, variantsOf } from "./assignment.ts";

const colours = ["merah", "biru", "hijau"];
const sizes = ["s", "m"];
const variants = colours.flatMap((colour) =>
  sizes.map((size) => ({ id: `${colour}-${size}`, options: { colour, size } })),
);

test.each([
  [{}, []],
  [{ colour: [] }, []],
  [{ colour: ["merah"] }, ["merah-s", "merah-m"]],
  [{ colour: ["merah", "biru"], size: ["s"] }, ["merah-s", "biru-s"]],
  [{ colour: ["ungu"] }, []],
])("%j names %j", (assignment, ids) => {
  expect(variantsOf(assignment, variants)).toEqual(ids);
});

test("variants that were chosen one by one are no assignment", () => {
  expect(assignmentOf(["merah-s", "biru-m"], variants)).toBeUndefined();
});

test("every assignment is found again from its variants, and named as shortly as possible", () => {
  const some = (values: string[]) => fc.subarray(values);
  fc.assert(
    fc.property(some(colours), some(sizes), (colour, size) => {
      const ids = variantsOf({ colour, size }, variants);
      const found = assignmentOf(ids, variants);
      expect(found).toBeDefined();
      expect(variantsOf(found ?? {}, variants)).toEqual(ids);
      if (ids.length > 0 && ids.length < variants.length)
        for (const values of Object.values(found ?? {})) expect(values.length).toBeGreaterThan(0);
    }),
  );
});
