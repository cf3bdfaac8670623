import { Cursor, queryLimits } from "./cursor.ts";
import { parseField } from "./field-parser.ts";
import {
  type Filter,
  fullText,
  type IsValue,
  type LogicTree,
  type Operation,
  quantifiable,
  simple,
} from "./query-types.ts";

/** The number of filters that the request may still have. */
export interface FilterBudget {
  filters: number;
}

const isValues: Readonly<Record<string, IsValue>> = {
  null: "NULL",
  not_null: "NOT NULL",
  true: "TRUE",
  false: "FALSE",
  unknown: "UNKNOWN",
};
const operatorWord = /[^.(]*/y;
const listElement = /[^,)]*/y;
const braces = /\{[^{}]*\}/y;

const isKeyOf = <T extends object>(table: T, key: string): key is string & keyof T =>
  Object.hasOwn(table, key);

/** `eq.1`, `not.in.(1,2)`, `fts(english).a`: the value of a parameter. @throws RestError PGRST100 */
export function parseFilterValue(text: string): Pick<Filter, "negated" | "operation"> {
  const cursor = new Cursor(text, "filter");
  const parsed = parseOperation(cursor, () => {
    const value = cursor.text.slice(cursor.at);
    cursor.at = cursor.text.length;
    return value;
  });
  // PostgREST ignores further closing parentheses.
  cursor.match(/\)+/y);
  if (!cursor.done) cursor.fail("end of input");
  return parsed;
}

/**
 * `(a.eq.1,and(b.gt.2,c.is.null))`: the value of `or=` or `and=`. As in PostgREST, text after the tree is ignored.
 * @throws RestError PGRST100
 */
export function parseLogic(
  text: string,
  operator: "and" | "or",
  negated: boolean,
  budget: FilterBudget,
): LogicTree {
  const cursor = new Cursor(text, "logic tree");
  const children = parseChildren(cursor, 1, budget);
  return { kind: "group", negated, operator, children };
}

function parseChildren(cursor: Cursor, depth: number, budget: FilterBudget): LogicTree[] {
  if (depth > queryLimits.depth) cursor.failWith("logic is nested too deeply");
  cursor.skipSpace();
  cursor.expect("(");
  const children: LogicTree[] = [];
  do {
    cursor.skipSpace();
    children.push(parseGroup(cursor, depth, budget) ?? parseLogicFilter(cursor, budget));
    cursor.skipSpace();
  } while (cursor.take(","));
  cursor.expect(")", '"," or ")"');
  return children;
}

const groupHead = /(not\.)?(and|or) *(?=\()/y;

function parseGroup(cursor: Cursor, depth: number, budget: FilterBudget): LogicTree | undefined {
  const head = cursor.match(groupHead)?.trim();
  if (head === undefined) return undefined;
  const negated = head.startsWith("not.");
  const operator = head.endsWith("and") ? "and" : "or";
  return { kind: "group", negated, operator, children: parseChildren(cursor, depth + 1, budget) };
}

function parseLogicFilter(cursor: Cursor, budget: FilterBudget): Filter {
  if (++budget.filters > queryLimits.filters) cursor.failWith("too many filters");
  if (cursor.looksAt(")")) {
    cursor.fail(
      "field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)",
    );
  }
  const field = parseField(cursor);
  cursor.expect(".", "delimiter (.)");
  return { kind: "filter", field, ...parseOperation(cursor, () => logicValue(cursor)) };
}

/** Inside logic a value ends at a comma or a parenthesis, unless it stands in quotes or braces. */
function logicValue(cursor: Cursor): string {
  const whole = (read: () => string | undefined) =>
    cursor.attempt(() => {
      const value = read();
      const atEnd = cursor.done || cursor.looksAt(",") || cursor.looksAt(")");
      return value !== undefined && atEnd ? value : undefined;
    });
  return (
    whole(() => cursor.quoted()) ??
    whole(() => cursor.match(braces)) ??
    cursor.match(listElement) ??
    ""
  );
}

function parseOperation(
  cursor: Cursor,
  readValue: () => string,
): Pick<Filter, "negated" | "operation"> {
  const negated = cursor.take("not.");
  return { negated, operation: parseOperator(cursor, readValue) };
}

function parseOperator(cursor: Cursor, readValue: () => string): Operation {
  const start = cursor.at;
  const word = cursor.match(operatorWord) ?? "";
  if (word === "in" && cursor.take(".")) return { kind: "in", values: parseList(cursor) };
  if (word === "is" && cursor.take(".")) return { kind: "is", value: parseIs(cursor) };
  if (word === "isdistinct" && cursor.take(".")) {
    return { kind: "isdistinct", value: readValue() };
  }
  if (isKeyOf(fullText, word)) {
    const language = cursor.take("(") ? closed(cursor, cursor.identifier()) : undefined;
    cursor.expect(".", "delimiter (.)");
    return { kind: "fts", operator: word, language, value: readValue() };
  }
  if (isKeyOf(quantifiable, word)) {
    const quantifier = cursor.take("(any)") ? "any" : cursor.take("(all)") ? "all" : undefined;
    if (cursor.take(".")) {
      return { kind: "quantified", operator: word, quantifier, value: readValue() };
    }
  }
  if (isKeyOf(simple, word) && cursor.take(".")) {
    return { kind: "simple", operator: word, value: readValue() };
  }
  cursor.at = start;
  return cursor.fail('"not" or operator (eq, gt, ...)');
}

function closed<T>(cursor: Cursor, value: T): T {
  cursor.expect(")");
  return value;
}

function parseIs(cursor: Cursor): IsValue {
  const word = cursor.match(/[A-Za-z_]+/y) ?? "";
  const key = word.toLowerCase();
  if (isKeyOf(isValues, key)) return isValues[key] as IsValue;
  cursor.at -= word.length;
  return cursor.fail("isVal: (null, not_null, true, false, unknown)");
}

function parseList(cursor: Cursor): string[] {
  cursor.skipSpace();
  cursor.expect("(");
  cursor.skipSpace();
  const values: string[] = [];
  do {
    const quoted = cursor.attempt(() => {
      const value = cursor.quoted();
      return value !== undefined && (cursor.looksAt(",") || cursor.looksAt(")"))
        ? value
        : undefined;
    });
    values.push(quoted ?? cursor.match(listElement) ?? "");
  } while (cursor.take(","));
  cursor.skipSpace();
  cursor.expect(")", '")"');
  cursor.skipSpace();
  return values.length === 1 && values[0] === "" ? [] : values;
}
