import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import {
  type Filter,
  isGroup,
  joined,
  maxDepth,
  maxTerms,
  maxValueLength,
  maxValues,
  type Operator,
  parseFilter,
  type SyntaxProblem,
  type Term,
  termsOf,
} from "./filter.ts";

/** `amount` is whole rupiah; `code` a name of the program's or a choice that only the database knows; `moment` is a day or a minute in the shop's time. */
export type FieldType =
  | "text"
  | "choice"
  | "amount"
  | "number"
  | "moment"
  | "boolean"
  | "id"
  | "code";

export interface Field {
  readonly type: FieldType;
  /** The values of a choice. */
  readonly choices?: readonly string[];
  /** What a code looks like. */
  readonly pattern?: RegExp;
  /** Values among so many that a person searches for them: products, or kabupaten, cities and kecamatan. */
  readonly search?: "products" | "areas";
  /** Set only by links on other pages; the filter menu omits it. */
  readonly isOfLinks?: true;
  /** Replaces the operators of the type. */
  readonly operators?: readonly Operator[];
  /** The index that serves the field; a test finds it in the plan. */
  readonly index: string;
}

/** What a list can be filtered by. */
export type Fields = Readonly<Record<string, Field>>;

const operatorsOfType: Readonly<Record<FieldType, readonly [Operator, ...Operator[]]>> = {
  text: ["is", "starts"],
  choice: ["any", "none"],
  amount: ["gte", "lte", "is"],
  number: ["gte", "lte", "is"],
  moment: ["from", "until"],
  boolean: ["is"],
  id: ["any", "none"],
  code: ["any"],
};

export function operatorsOf(field: Field): readonly Operator[] {
  return field.operators ?? operatorsOfType[field.type];
}

export type FilterProblem =
  | SyntaxProblem
  | {
      readonly code: "field_unknown" | "operator_unknown" | "value_invalid";
      readonly field: string;
      /** The refused value. */
      readonly value?: string;
    };

/** The largest number that a filter compares with: the largest price. */
const maxNumber = 1_000_000_000_000;

/** The value in the one form in which filters have it; undefined when the field cannot have it. */
function normalised({ type, choices = [], pattern }: Field, typed: string): string | undefined {
  const value = typed.trim();
  if (value === "" || value.length > maxValueLength || /[\p{Cc}\p{Cs}]/u.test(value)) {
    return undefined;
  }
  switch (type) {
    case "text":
      return value;
    case "code":
      return pattern?.test(value) ? value : undefined;
    case "choice":
      return choices.find((choice) => choice === value);
    case "boolean":
      return value === "yes" || value === "no" ? value : undefined;
    case "id":
      return isUuid(value) ? value.toLowerCase() : undefined;
    case "amount":
    case "number": {
      const isNegative = type === "number" && value.startsWith("-");
      const amount = readAmount(isNegative ? value.slice(1) : value);
      if (amount === undefined || amount > maxNumber) return undefined;
      return String(isNegative && amount > 0 ? -amount : amount);
    }
    case "moment":
      return isMoment(value) ? value : undefined;
  }
}

function isMoment(value: string): boolean {
  const [, day = "", time = "T00:00"] =
    /^((?:19|20)\d{2}-\d{2}-\d{2})(T\d{2}:\d{2})?$/.exec(value) ?? [];
  const at = new Date(`${day}${time}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}${time}`);
}

/** Checks a term against the fields of its list. */
export function checkTerm(fields: Fields, term: Term): Result<Term, FilterProblem> {
  const field = Object.hasOwn(fields, term.field) ? fields[term.field] : undefined;
  if (!field) return fail({ code: "field_unknown", field: term.field });
  if (!operatorsOf(field).includes(term.operator)) {
    return fail({ code: "operator_unknown", field: term.field });
  }
  const isList = term.operator === "any" || term.operator === "none";
  const values = [...new Set(term.values)];
  if (values.length === 0 || values.length > (isList ? maxValues : 1)) {
    return fail({ code: "value_invalid", field: term.field });
  }
  const checked: string[] = [];
  for (const value of values) {
    const read = normalised(field, value);
    if (read === undefined) return fail({ code: "value_invalid", field: term.field, value });
    checked.push(read);
  }
  return ok({ ...term, values: [...new Set(checked)] });
}

/** Checks a filter against the fields of its list. One bad term refuses all of it, so that it is never wider. */
export function checkFilter(
  fields: Fields,
  filter: Filter | null,
  depth = 1,
): Result<Filter | null, FilterProblem> {
  if (filter === null) return ok(null);
  if (!isGroup(filter)) return checkTerm(fields, filter);
  if (depth > maxDepth) return fail({ code: "filter_too_deep" });
  if (termsOf(filter).length > maxTerms) return fail({ code: "filter_too_long" });
  const parts: Filter[] = [];
  for (const part of filter.parts) {
    const checked = checkFilter(fields, part, depth + 1);
    if (!checked.ok) return checked;
    if (checked.value !== null) parts.push(checked.value);
  }
  return ok(joined(filter.join, parts));
}

/** Reads the filter of an address for a list. */
export function readFilter(fields: Fields, text: string): Result<Filter | null, FilterProblem> {
  const parsed = parseFilter(text);
  return parsed.ok ? checkFilter(fields, parsed.value) : parsed;
}
