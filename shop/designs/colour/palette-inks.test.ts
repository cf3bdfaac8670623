import { expect, test } from "vitest";
import { sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import { inkText, printedInks } from "./palette-inks.ts";

const colours = [
  { id: "red", name: { id: "Merah cap", en: "Stamp red" }, hex: "#cc0033", spot: "Pantone 186 C" },
  { id: "ink", name: { id: "Tinta", en: "Ink" }, hex: "#14183a" },
];

test("inks are called as on the chart, with the printer's name for them", () => {
  const textsOf = (process: string) => {
    const spec = specOf(sampleSpec({ colours }, { process }));
    const inks = printedInks(["#14183a", "#cc0033", "#ffffff"], spec);
    return (["id", "en"] as const).map((language) => inks.map((ink) => inkText(ink, language)));
  };
  expect(textsOf("screen")).toEqual([
    ["Tinta", "Merah cap (Pantone 186 C)", "#ffffff"],
    ["Ink", "Stamp red (Pantone 186 C)", "#ffffff"],
  ]);
  const platesOf = (process: string) =>
    printedInks(["#14183a", "#cc0033"], specOf(sampleSpec({ colours }, { process }))).map(
      ({ plate }) => plate,
    );
  expect(platesOf("screen")).toEqual(["Tinta", "Pantone 186 C"]);
  expect(platesOf("dtf")).toEqual([null, "Pantone 186 C"]);
  expect(textsOf("dtf")).toEqual(textsOf("screen"));
  expect(printedInks(["#cc0033"], null)).toEqual([{ hex: "#cc0033", name: null, plate: null }]);
});
