import { isUuid } from "#base/uuid.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

export const sorts = ["popular", "newest", "price-asc", "price-desc", "name"] as const;
export type Sort = (typeof sorts)[number];

/** The filter of the product list, read from the query string. */
export interface ShopFilter {
  readonly q: string;
  readonly category: string | null;
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  readonly personalisable: boolean;
  readonly sale: boolean;
  readonly in_stock: boolean;
  readonly price_min: Rupiah | null;
  readonly price_max: Rupiah | null;
  readonly sort: Sort;
  readonly page: number;
  /** The id of the product after which a page of a long list begins; null: its number says it. */
  readonly after: string | null;
}

export const pageSize = 24;
const maxQueryLength = 100;
const maxValues = 20;

/** Reads the filter from a query string and ignores invalid values, so that any link opens a list. Swapped prices are put in order. */
export function readShopFilter(params: URLSearchParams): ShopFilter {
  const list = (name: string) =>
    [...new Set(params.getAll(name).flatMap((value) => value.split(",")))]
      .filter((value) => /^[a-z0-9-]{1,40}$/.test(value))
      .slice(0, maxValues);
  const amount = (name: string) => {
    const text = params.get(name) ?? "";
    return /^\d{1,10}$/.test(text) ? Number(text) : null;
  };
  const price = [amount("min"), amount("max")] as const;
  const isSwapped = price[0] !== null && price[1] !== null && price[0] > price[1];
  const sort = sorts.find((name) => name === params.get("sort")) ?? "popular";
  const page = /^[1-9]\d{0,3}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 1;
  const after = params.get("after") ?? "";
  // Cut before cleaning: the cut may leave half a surrogate pair or a trailing space, which no URL can carry.
  const q = (params.get("q") ?? "")
    .trim()
    .slice(0, maxQueryLength)
    .replace(/[\p{Cc}\p{Cs}]/gu, " ")
    .trim();
  return {
    q,
    category: list("category")[0] ?? null,
    colours: list("colour"),
    sizes: list("size"),
    personalisable: params.get("personalisable") === "1",
    sale: params.get("sale") === "1",
    in_stock: params.get("in_stock") === "1",
    price_min: price[isSwapped ? 1 : 0],
    price_max: price[isSwapped ? 0 : 1],
    sort,
    page,
    after: page > 1 && isUuid(after) ? after : null,
  };
}

/** The query string of a filter: defaults are left out, so that one list has one address. */
export function shopFilterParams(filter: ShopFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.q) params.set("q", filter.q);
  if (filter.category) params.set("category", filter.category);
  for (const colour of filter.colours) params.append("colour", colour);
  for (const size of filter.sizes) params.append("size", size);
  if (filter.personalisable) params.set("personalisable", "1");
  if (filter.sale) params.set("sale", "1");
  if (filter.in_stock) params.set("in_stock", "1");
  if (filter.price_min !== null) params.set("min", String(filter.price_min));
  if (filter.price_max !== null) params.set("max", String(filter.price_max));
  if (filter.sort !== "popular") params.set("sort", filter.sort);
  if (filter.page > 1) params.set("page", String(filter.page));
  if (filter.page > 1 && filter.after !== null) params.set("after", filter.after);
  return params;
}

const ownParams: readonly string[] = ["category", "page", "after"];

/** Whether search engines may index the list: all products or a category, not searched, filtered or sorted. */
export function isWholeList(filter: ShopFilter): boolean {
  return [...shopFilterParams(filter).keys()].every((name) => ownParams.includes(name));
}
