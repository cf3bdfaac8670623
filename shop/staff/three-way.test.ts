import { expect, test } from "vitest";
import { mergeThreeWay } from "./three-way.ts";

const before = { name: { id: "Gelas", en: "Mug" }, brand: "", tags: ["baru"] };

test("changes of different fields merge by themselves", () => {
  const theirs = { ...before, brand: "Kaca" };
  const mine = { ...before, tags: ["baru", "hadiah"] };
  expect(mergeThreeWay(before, theirs, mine)).toEqual({
    merged: { ...before, brand: "Kaca", tags: ["baru", "hadiah"] },
    conflicts: [],
  });
});

test("two values of one field are a conflict; the same value is none", () => {
  const theirs = { ...before, brand: "Kaca", tags: [] };
  const mine = { ...before, brand: "Perunggu", tags: [] };
  expect(mergeThreeWay(before, theirs, mine)).toEqual({ merged: theirs, conflicts: ["brand"] });
});

test("the order of keys is no change", () => {
  const theirs = { ...before, name: { en: "Mug", id: "Gelas" } };
  const mine = { ...before, name: { id: "Gelas besar", en: "Mug" } };
  expect(mergeThreeWay(before, theirs, mine)).toEqual({ merged: mine, conflicts: [] });
});
