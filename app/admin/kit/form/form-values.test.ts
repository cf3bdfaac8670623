import { expect, test } from "vitest";
import { mergeValues } from "./form-values.ts";

const before = { name: ["Jawa"], cod: ["on"], region: ["31", "32", "33"] };
const sets = new Set(["region"]);

test("changes of two people to different fields and regions merge without asking", () => {
  const theirs = { ...before, cod: [], region: ["31", "33", "51"] };
  const mine = { ...before, name: ["Jawa Bali"], region: ["31", "32", "34"] };
  const { values, conflicts } = mergeValues(before, theirs, mine, sets);
  expect(conflicts).toEqual([]);
  expect(values.name).toEqual(["Jawa Bali"]);
  expect(values.cod).toEqual([]);
  // They removed 32 and added 51; I removed 33 and added 34.
  expect(values.region?.toSorted()).toEqual(["31", "34", "51"]);
});

test("a field with two new values is a conflict, the same new value is none", () => {
  const theirs = { ...before, name: ["Pulau Jawa"], cod: [] };
  const mine = { ...before, name: ["Jawa saja"], cod: [] };
  const { values, conflicts } = mergeValues(before, theirs, mine, sets);
  expect(conflicts).toEqual(["name"]);
  expect(values.name).toEqual(["Jawa saja"]);
});
