import type { Language } from "#base/language.ts";
import type { EngineQuery, EngineResult } from "#integrations/search/meilisearch.ts";
import type { KeptRow } from "../index/kept-counts.server.ts";
import { pageSize, type ShopFilter } from "../shop-filter.ts";

export type EngineFacet = "category" | "colour" | "size" | "personalisable" | "sale" | "in_stock";
const facets: readonly EngineFacet[] = [
  ...(["category", "colour", "size"] as const),
  ...(["personalisable", "sale", "in_stock"] as const),
];

interface Question {
  readonly indexUid: string;
  /** The words of the query with spaces between them: an engine's operators are not in it. */
  readonly words: string;
  readonly filter: ShopFilter;
  /** The id of the filter's category; null: the whole shop. */
  readonly categoryId: string | null;
  readonly language: Language;
  /** Seconds since 1970. */
  readonly now: number;
}

/** The page with the counts of unset filters; then, for each set filter, the counts that leave it out. */
export function engineQueries(question: Question): EngineQuery[] {
  const { indexUid, words, filter, language } = question;
  const set = conditionsOf(question);
  const base = {
    indexUid,
    q: words,
    matchingStrategy: "all",
    attributesToRetrieve: ["id"],
  } as const;
  const without = (name?: EngineFacet) =>
    [...set].filter(([other]) => other !== name).flatMap(([, conditions]) => conditions);
  return [
    {
      ...base,
      filter: without(),
      facets: facets.filter((name) => !set.has(name)),
      sort: sortOf(filter.sort, language),
      page: filter.page,
      hitsPerPage: pageSize,
    },
    ...facets
      .filter((name) => set.has(name))
      .map((name) => ({ ...base, filter: without(name), facets: [name], limit: 0 })),
  ];
}

/** How many products a value of a filter has, by the filter and the value. */
export function engineCounts(
  results: readonly EngineResult[],
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  return new Map(results.flatMap((one) => Object.entries(one.facetDistribution ?? {})));
}

/** The kept rows with the engine's counts; values of no product are left out. */
export function countedRows(
  rows: readonly KeptRow[],
  counts: ReturnType<typeof engineCounts>,
  idOf: ReadonlyMap<string, string>,
): KeptRow[] {
  const counted = rows.map((row) => {
    const values = counts.get(row.part) ?? {};
    const value =
      row.part === "category"
        ? (idOf.get(row.code) ?? "")
        : row.part === "colour" || row.part === "size"
          ? row.code
          : "true";
    return { ...row, count: values[value] ?? 0 };
  });
  const colours = counted.filter(({ part }) => part === "colour");
  return [
    ...counted.filter(({ part }) => part !== "colour" && part !== "size"),
    ...colours.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count),
    ...counted.filter(({ part, count }) => part === "size" && count > 0),
  ];
}

type Condition = string | readonly string[];

function conditionsOf({ filter, categoryId, now }: Question): Map<string, Condition[]> {
  const conditions = new Map<string, Condition[]>([["published", [`published <= ${now}`]]]);
  const anyOf = (name: string, values: readonly string[]) =>
    conditions.set(name, [values.map((value) => `${name} = ${JSON.stringify(value)}`)]);
  if (categoryId !== null) anyOf("category", [categoryId]);
  if (filter.colours.length > 0) anyOf("colour", filter.colours);
  if (filter.sizes.length > 0) anyOf("size", filter.sizes);
  for (const name of ["personalisable", "sale", "in_stock"] as const) {
    if (filter[name]) conditions.set(name, [`${name} = true`]);
  }
  const prices = [
    ...(filter.price_min === null ? [] : [`price_to >= ${filter.price_min}`]),
    ...(filter.price_max === null ? [] : [`price_from <= ${filter.price_max}`]),
  ];
  if (prices.length > 0) conditions.set("price", prices);
  return conditions;
}

function sortOf(sort: ShopFilter["sort"], language: Language): string[] {
  switch (sort) {
    case "popular":
      return [];
    case "newest":
      return ["published:desc"];
    case "price-asc":
      return ["price_from:asc"];
    case "price-desc":
      return ["price_from:desc"];
    case "name":
      return [`name_${language}:asc`];
  }
}
