/** One condition of a subscription, e.g. `price=gte.1000` or `status=not.in.(draft,archived)`. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** One value; several for `in`. */
  readonly values: readonly string[];
  /** The list of an `in` has a null, which is neither equal to any value nor different from it. */
  readonly hasNull?: boolean;
}

const operators = [
  "eq",
  "neq",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "like",
  "ilike",
  "is",
  "match",
  "imatch",
  "isdistinct",
] as const;
export type Operator = (typeof operators)[number];

const maxConditions = 10;
/** Longer lists belong in a policy or in another channel. */
const maxValues = 100;
const truths = ["null", "true", "false", "unknown"];

/**
 * Parses a filter: comma-separated conditions, all of which must hold. Values that contain `,`, `(` or `)`
 * are in double quotes with `\"` and `\\`. Source of the grammar: RealtimePostgresFilterBuilder of
 * realtime-js.
 * @returns undefined for an invalid filter
 */
export function readFilter(text: string): readonly Condition[] | undefined {
  if (text === "") return [];
  if (text.length > 4096) return undefined;
  const parts = split(text);
  if (!parts || parts.length > maxConditions) return undefined;
  const conditions = parts.map(readCondition);
  return conditions.includes(undefined) ? undefined : (conditions as Condition[]);
}

function readCondition(text: string): Condition | undefined {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text.trim());
  const [, column = "", not, name = "", rest = ""] = match ?? [];
  const operator = operators.find((each) => each === name);
  if (!operator) return undefined;
  const compared = { column: column.trim(), operator, isNegated: not !== undefined };
  if (operator !== "in") {
    const value = unquote(rest);
    if (operator === "is" && !truths.includes(value)) return undefined;
    return { ...compared, values: [value] };
  }
  const list = /^\((.*)\)$/s.exec(rest)?.[1];
  const parts = list === undefined ? undefined : split(list)?.map((part) => part.trim());
  if (!parts || parts.length > maxValues) return undefined;
  // A quoted null is text.
  const values = parts.filter((part) => !/^null$/i.test(part)).map(unquote);
  return { ...compared, values, hasNull: values.length < parts.length };
}

/** Splits at commas outside quotes and parentheses; undefined when those are unbalanced. */
function split(text: string): string[] | undefined {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return isQuoted || depth !== 0 ? undefined : parts;
}

function unquote(text: string): string {
  const inner = /^"(.*)"$/s.exec(text)?.[1];
  return inner === undefined ? text : inner.replace(/\\(.)/gs, "$1");
}
