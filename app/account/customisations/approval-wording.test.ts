import { expect, test } from "vitest";
import { customisationWords } from "#app/account/customisations/messages/customisation.ts";
import { approvalWording } from "./approval-wording.ts";

test("the sentence that is ticked is the one of its version", () => {
  expect(
    (["id", "en"] as const).map((language) => {
      const { tick } = customisationWords(language).page;
      return [approvalWording(language), tick(["Rani"]), tick([])];
    }),
  ).toEqual([
    ["2026-11 id", "Sudah saya periksa: “Rani”", "Gambar dan letaknya sudah saya periksa"],
    ["2026-11 en", "I have checked: “Rani”", "I have checked the picture and its place"],
  ]);
});
