import type { FilterProblem } from "#shop/staff/filters/field.ts";
import type { Filter, Term } from "#shop/staff/filters/filter.ts";

/** The address of a list, as its page shows it. */
export interface ListAddress {
  readonly q: string;
  /** The filter as text. */
  readonly filter: string;
  readonly tree: Filter | null;
  /** Empty: the order that the list begins with. */
  readonly sort: string;
  /** The id of the saved view that was opened. */
  readonly view: string | null;
  readonly problem: FilterProblem | null;
  /** The filter that a person is adding, and what is wrong with it. */
  readonly adding: (Term & { readonly problem: FilterProblem | null }) | null;
}

type Parts = Partial<Pick<ListAddress, "q" | "filter" | "sort" | "view">>;

/** The parameters of a list's address that are not empty. */
export function listParams({ q, filter, sort, view }: Parts): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ q, filter, sort, view }).flatMap(([name, value]) =>
      value ? [[name, value]] : [],
    ),
  );
}

/** An address within the same list. Without a position it is the first page. */
export function listHref(parts: Parts, more: Readonly<Record<string, string>> = {}): string {
  return `?${new URLSearchParams({ ...listParams(parts), ...more })}`;
}
