import { expect, test } from "vitest";
import { sharedWords } from "./shared-words.ts";

test("the words that all pieces bear are those that no piece has of its own", () => {
  expect(sharedWords({ words: ["Garuda"], pieces: null })).toEqual(["Garuda"]);
  expect(sharedWords({ words: ["Garuda", "Budi", "Sari"], pieces: ["Budi", "", "Sari"] })).toEqual([
    "Garuda",
  ]);
  expect(sharedWords({ words: ["Budi"], pieces: ["Budi"] })).toEqual([]);
});
