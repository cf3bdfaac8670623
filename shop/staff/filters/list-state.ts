import type { Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { searchText } from "#shop/kernel/search-text.ts";
import { type Fields, type FilterProblem, readFilter } from "./field.ts";
import type { Filter } from "./filter.ts";

/** What a list shows, read from its address. */
export interface ListState<Sort extends string> {
  /** The search text; empty without a search. */
  readonly q: string;
  readonly filter: Filter | null;
  readonly sort: Sort;
  /** The page begins after or ends before the row with this id. */
  readonly after: string | null;
  readonly before: string | null;
}

/** Letters of a search. */
export const maxSearchLength = 100;

/**
 * Reads the state of a list. The search, the order and the position ignore invalid values, so that any link opens a list. A
 * filter that is not understood is a problem: without it the list would show more than was asked for.
 */
export function readListState<Sort extends string>(
  params: URLSearchParams,
  fields: Fields,
  sorts: readonly [Sort, ...Sort[]],
): Result<ListState<Sort>, FilterProblem> {
  const filter = readFilter(fields, params.get("filter") ?? "");
  if (!filter.ok) return filter;
  const id = (name: string) => {
    const value = params.get(name) ?? "";
    return isUuid(value) ? value : null;
  };
  return {
    ok: true,
    value: {
      q: searchText(params.get("q"), maxSearchLength),
      filter: filter.value,
      sort: sorts.find((sort) => sort === params.get("sort")) ?? sorts[0],
      after: id("after"),
      before: id("before"),
    },
  };
}
