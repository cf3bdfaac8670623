import { fail, ok, type Result } from "#base/result.ts";

/** What a term asks of its field. `from` and `until` are days or minutes in the shop's time, both included. */
export const operators = ["is", "starts", "any", "none", "gte", "lte", "from", "until"] as const;
export type Operator = (typeof operators)[number];

/** A field, an operator and values. `any` and `none` take several values, every other operator one. */
export interface Term {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Two or more filters that must all hold, or of which one must. */
export interface Group {
  readonly join: "and" | "or";
  readonly parts: readonly Filter[];
}

export type Filter = Term | Group;

/** Groups within groups. */
export const maxDepth = 3;
export const maxTerms = 20;
/** Values of one term. */
export const maxValues = 20;
/** Letters of a value. */
export const maxValueLength = 100;
/** Letters of a filter as text, with every value escaped. */
export const maxFilterLength = 8_000;

export type SyntaxProblem = {
  readonly code: "filter_unreadable" | "filter_too_deep" | "filter_too_long";
};

export function isGroup(filter: Filter): filter is Group {
  return "join" in filter;
}

/** The terms of a filter, from left to right. */
export function termsOf(filter: Filter | null): readonly Term[] {
  if (filter === null) return [];
  return isGroup(filter) ? filter.parts.flatMap(termsOf) : [filter];
}

/** The filters that must all hold. */
export function partsOf(filter: Filter | null): readonly Filter[] {
  if (filter === null) return [];
  return isGroup(filter) && filter.join === "and" ? filter.parts : [filter];
}

/** Joins filters; a filter within a group of the same kind becomes a part of it. */
export function joined(join: Group["join"], filters: readonly Filter[]): Filter | null {
  const parts = filters.flatMap((part) =>
    isGroup(part) && part.join === join ? part.parts : [part],
  );
  return parts.length > 1 ? { join, parts } : (parts[0] ?? null);
}

const escaped = (value: string) => value.replace(/[\\(),|]/g, "\\$&");

/** A filter as text, e.g. `and(status.any:draft|published,price.gte:100000)`. No filter is an empty text. */
export function printFilter(filter: Filter | null): string {
  if (filter === null) return "";
  return isGroup(filter)
    ? `${filter.join}(${filter.parts.map(printFilter).join(",")})`
    : `${filter.field}.${filter.operator}:${filter.values.map(escaped).join("|")}`;
}

/** Reads what `printFilter` wrote. It knows no fields: `checkFilter` does. */
export function parseFilter(text: string): Result<Filter | null, SyntaxProblem> {
  if (text === "") return ok(null);
  if (text.length > maxFilterLength) return fail({ code: "filter_too_long" });
  const reader = new Reader(text);
  const filter = reader.filter(1);
  if (reader.isTooDeep) return fail({ code: "filter_too_deep" });
  if (!filter || !reader.isAtEnd) return fail({ code: "filter_unreadable" });
  return termsOf(filter).length > maxTerms ? fail({ code: "filter_too_long" }) : ok(filter);
}

class Reader {
  isTooDeep = false;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** @returns undefined for a text that is no filter */
  filter(depth: number): Filter | undefined {
    const join = this.#take(/(?:and|or)(?=\()/y);
    return join === "and" || join === "or" ? this.#group(join, depth) : this.#term();
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #group(join: Group["join"], depth: number): Filter | undefined {
    if (depth > maxDepth) {
      this.isTooDeep = true;
      return undefined;
    }
    const parts: Filter[] = [];
    for (let before = "("; this.#text[this.#at] === before; before = ",") {
      this.#at++;
      const part = this.filter(depth + 1);
      // A group within its like, or of one, would be a second text for the same filter.
      if (!part || (isGroup(part) && part.join === join)) return undefined;
      parts.push(part);
    }
    return this.#take(/\)/y) && parts.length > 1 ? { join, parts } : undefined;
  }

  #term(): Term | undefined {
    const field = this.#take(/[a-z][a-z_]{0,39}(?=\.)/y);
    const operator = this.#take(/\.[a-z]+(?=:)/y)?.slice(1);
    const known = operators.find((one) => one === operator);
    if (!field || !known) return undefined;
    const values: string[] = [];
    for (let before = ":"; this.#text[this.#at] === before; before = "|") {
      this.#at++;
      const value = this.#take(/(?:[^\\(),|]|\\[\\(),|])+/y);
      if (value === undefined) return undefined;
      values.push(value.replace(/\\(.)/g, "$1"));
    }
    return { field, operator: known, values };
  }
}
