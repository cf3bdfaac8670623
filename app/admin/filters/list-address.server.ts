import { redirect } from "react-router";
import {
  checkTerm,
  type Fields,
  type FilterProblem,
  operatorsOf,
} from "#shop/staff/filters/field.ts";
import {
  type Filter,
  type Group,
  isGroup,
  joined,
  operators,
  parseFilter,
  partsOf,
  printFilter,
  type Term,
} from "#shop/staff/filters/filter.ts";
import { type ListState, readListState } from "#shop/staff/filters/list-state.ts";
import type { ListAddress } from "./list-address.ts";

/** Values of one request for a filter; more are no form of ours. */
const maxSentValues = 100;

/**
 * Reads the address of a list, and what the form "add a filter" sent with it.
 * @returns `state` null for a filter that is not understood: then the list shows no rows
 * @throws a redirect to the address with the added filter
 */
export function readListAddress<Sort extends string>(
  url: URL,
  fields: Fields,
  sorts: readonly [Sort, ...Sort[]],
): { address: ListAddress; state: ListState<Sort> | null } {
  const params = url.searchParams;
  const read = readListState(params, fields, sorts);
  const text = params.get("filter") ?? "";
  const address: ListAddress = {
    q: read.ok ? read.value.q : "",
    // A filter that is not understood stays as it is, so that a person can see and save what was meant.
    filter: read.ok ? printFilter(read.value.filter) : text.slice(0, 500),
    tree: read.ok ? read.value.filter : null,
    sort: read.ok && read.value.sort !== sorts[0] ? read.value.sort : "",
    view: params.get("view"),
    problem: read.ok ? null : read.problem,
    adding: null,
  };
  const name = params.get("add");
  const field = name !== null && Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!read.ok || name === null || !field) {
    return { address, state: read.ok ? read.value : null };
  }
  if (!params.has("op")) {
    const [operator = "is"] = operatorsOf(field);
    return { address: { ...address, adding: blank(name, operator) }, state: read.value };
  }
  const term: Term = {
    field: name,
    operator: operators.find((one) => one === params.get("op")) ?? "is",
    values: params.getAll("value").slice(0, maxSentValues),
  };
  const added = add(fields, read.value.filter, term, params.get("join") === "or" ? "or" : "and");
  if (added.problem !== null) {
    return {
      address: { ...address, adding: { ...term, problem: added.problem } },
      state: read.value,
    };
  }
  const next = new URLSearchParams();
  if (address.q) next.set("q", address.q);
  next.set("filter", printFilter(added.filter));
  if (address.sort) next.set("sort", address.sort);
  if (address.view) next.set("view", address.view);
  throw redirect(`${url.pathname}?${next}`);
}

const blank = (field: string, operator: Term["operator"]) => ({
  field,
  operator,
  values: [],
  problem: null,
});

/** @param join `or` makes the term an alternative to the last part of the filter */
function add(
  fields: Fields,
  filter: Filter | null,
  term: Term,
  join: Group["join"],
): { filter: Filter | null; problem: null } | { problem: FilterProblem } {
  const checked = checkTerm(fields, term);
  if (!checked.ok) return { problem: checked.problem };
  const parts = partsOf(filter);
  const last = parts.at(-1);
  const grown =
    join === "or" && last
      ? joined("and", [
          ...parts.slice(0, -1),
          joined("or", [...(isGroup(last) ? last.parts : [last]), checked.value]) ?? checked.value,
        ])
      : joined("and", [...parts, checked.value]);
  // The limits of depth and length are those of the address.
  const again = parseFilter(printFilter(grown));
  return again.ok ? { filter: grown, problem: null } : { problem: again.problem };
}
