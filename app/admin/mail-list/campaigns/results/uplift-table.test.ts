import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageContext } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import type { Uplift } from "#shop/mailing/campaigns/results/read-uplift.server.ts";
import { UpliftTable } from "./uplift-table.tsx";

const uplift: Uplift = {
  mailed: { people: 12_500, buyers: 1_000, revenue: 0 },
  held_out: { people: 1_389, buyers: 40, revenue: 0 },
  larger: undefined,
};

function figures(language: Language): string[] {
  const html = renderToStaticMarkup(
    createElement(LanguageContext, { value: language }, createElement(UpliftTable, { uplift })),
  );
  return [...html.matchAll(/<td class="figures py-1.5 pl-3 text-right">([^<]+)/g)].map(
    ([, figure = ""]) => figure,
  );
}

test("a thousand does not read as one on an English screen", () => {
  expect(figures("en")).toEqual(["12,500", "1,000", "1,389", "40"]);
  expect(figures("id")).toEqual(["12.500", "1.000", "1.389", "40"]);
});
