import { badQuery } from "../errors.ts";
import { Cursor, queryLimits } from "./cursor.ts";
import { parseJsonPath } from "./field-parser.ts";
import { type FilterBudget, parseFilterValue, parseLogic } from "./filter-parser.ts";
import { parseOrder } from "./order-parser.ts";
import type {
  Field,
  Filter,
  Located,
  LogicTree,
  OrderTerm,
  RowRange,
  SelectItem,
} from "./query-types.ts";
import { parseSelect } from "./select-parser.ts";

export interface QueryParams {
  readonly select: readonly SelectItem[];
  readonly filters: readonly Located<Filter>[];
  readonly logic: readonly Located<LogicTree>[];
  readonly order: readonly Located<readonly OrderTerm[]>[];
  readonly ranges: readonly Located<Partial<RowRange>>[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** Parameters that are neither reserved nor a filter: the arguments of a function called by GET. */
  readonly args: readonly (readonly [name: string, value: string])[];
  /** The query string with sorted parameters, for Content-Location. */
  readonly canonical: string;
}

type Param = readonly [key: string, value: string];

/**
 * @param search the query string without its question mark
 * @param readsFunction whether a parameter that is no filter is an argument, else an error
 * @throws RestError PGRST100
 */
export function parseQuery(search: string, readsFunction: boolean): QueryParams {
  const params = splitQuery(search);
  const value = (name: string) => params.find(([key]) => key === name)?.[1];
  const columns = value("columns");
  const onConflict = value("on_conflict");
  const budget: FilterBudget = { filters: 0 };
  const filters: Located<Filter>[] = [];
  const logic: Located<LogicTree>[] = [];
  const order: Located<readonly OrderTerm[]>[] = [];
  const ranges: Located<Partial<RowRange>>[] = [];
  const args: Param[] = [];
  for (const [key, text] of params) {
    if (key === "select" || key === "columns" || key === "on_conflict") continue;
    const last = key.slice(key.lastIndexOf(".") + 1);
    if (last === "and" || last === "or") logic.push(locatedLogic(key, text, budget));
    else if (last === "order") order.push({ path: embedPath(key), value: parseOrder(text) });
    else if (last === "limit" || last === "offset") {
      const number = /^-?[0-9]{1,18}$/.test(text) ? Number(text) : undefined;
      if (number !== undefined) ranges.push({ path: embedPath(key), value: { [last]: number } });
    } else if (readsFunction && !key.includes(".") && !looksLikeFilter(text)) {
      args.push([key, text]);
    } else {
      if (++budget.filters > queryLimits.filters) throw badQuery("too many filters", key);
      const { path, field } = parseTreePath(key);
      filters.push({ path, value: { kind: "filter", field, ...parseFilterValue(text) } });
    }
  }
  return {
    select: parseSelect(value("select") ?? "*"),
    filters,
    logic,
    order,
    ranges,
    columns: columns === undefined ? undefined : parseNames(columns, "columns parameter"),
    onConflict:
      onConflict === undefined ? undefined : parseNames(onConflict, "on_conflict parameter"),
    args,
    canonical: canonical(params),
  };
}

function splitQuery(search: string): Param[] {
  if (search.length > queryLimits.length) {
    throw badQuery("The query string is too long", `at most ${queryLimits.length} characters`);
  }
  return search
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=");
      const key = equals < 0 ? part : part.slice(0, equals);
      return [decode(key), equals < 0 ? "" : decode(part.slice(equals + 1))] as const;
    });
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodePercent(text.replaceAll("+", " "));
  } catch {
    throw badQuery("The query string could not be decoded", "invalid percent-encoding or UTF-8");
  }
  // PostgreSQL cannot store NUL, and the wire protocol ends a statement at it.
  if (decoded.includes("\0")) {
    throw badQuery("The query string could not be decoded", "NUL is not allowed");
  }
  return decoded;
}

/** A percent sign that does not start an escape is literal. @throws URIError for bytes that are not UTF-8 */
export function decodePercent(text: string): string {
  return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
}

const operatorStart =
  /^(not\..*\.|is\.|in\.|(eq|neq|gte?|lte?|i?like|i?match|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|fts|plfts|phfts|wfts)(\.|\((any|all|[\p{L}\p{Nd}_ $]+)\)\.))/su;

function looksLikeFilter(text: string): boolean {
  return operatorStart.test(text);
}

function parseTreePath(key: string): { path: string[]; field: Field } {
  const cursor = new Cursor(key, "tree path");
  const names = [cursor.name()];
  while (cursor.take(".")) names.push(cursor.name());
  const jsonPath = parseJsonPath(cursor);
  if (!cursor.done) cursor.fail('letter, digit, "-", "->>", "->", delimiter (.) or end of input');
  const name = names.pop() ?? "";
  return { path: checkedDepth(cursor, names), field: { name, path: jsonPath } };
}

/** `rel.nested.order` → rel, nested. */
function embedPath(key: string): string[] {
  return parseTreePath(key).path;
}

function locatedLogic(key: string, text: string, budget: FilterBudget): Located<LogicTree> {
  const cursor = new Cursor(key, "logic path");
  const names = [cursor.name()];
  while (cursor.take(".")) names.push(cursor.name());
  if (!cursor.done) cursor.fail("delimiter (.) or end of input");
  const operator = names.pop() === "and" ? "and" : "or";
  const negated = names.includes("not");
  const path = names.filter((name) => name !== "not");
  return {
    path: checkedDepth(cursor, path),
    value: parseLogic(text, operator, negated, budget),
  };
}

function checkedDepth(cursor: Cursor, path: string[]): string[] {
  if (path.length > queryLimits.depth) cursor.failWith("resources are embedded too deeply");
  return path;
}

function parseNames(text: string, what: string): string[] {
  const cursor = new Cursor(text, what);
  const names: string[] = [];
  do {
    cursor.skipSpace();
    if (names.length === queryLimits.fields) cursor.failWith("too many fields");
    names.push(cursor.name());
    cursor.skipSpace();
  } while (cursor.take(","));
  if (!cursor.done) cursor.fail('"," or end of input');
  return [...new Set(names)];
}

function canonical(params: readonly Param[]): string {
  return [...params]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+");
}
