import type { PrintSpec } from "#shop/designs/document/print-spec.ts";

/** A value as it is typed: numbers are text until they are saved. */
export type Typed<T> = T extends number
  ? string
  : T extends readonly (infer Item)[]
    ? Typed<Item>[]
    : T extends object
      ? { [Name in keyof T]: Typed<T[Name]> }
      : T;

export type SpecDraft = Typed<PrintSpec>;
export type SideDraft = SpecDraft["sides"][number];
export type AreaDraft = SideDraft["areas"][number];
export type PriceDraft = SpecDraft["price"][number];
export type ColourDraft = Exclude<AreaDraft["colours"], "any">[number];

/** Members of a specification that hold a number, or several. */
const numbers: ReadonlySet<string> = new Set([
  ...["v", "minutes", "days", "x", "y", "w", "h", "bleed", "safe", "target", "min", "floor"],
  ...[
    "maxInks",
    "maxLayers",
    "minStroke",
    "minText",
    "cmyk",
    "amount",
    "above",
    "from",
    "basisPoints",
  ],
]);

/** What the fields of the form begin with. */
export function draftOf(spec: PrintSpec): SpecDraft {
  return typed(spec) as SpecDraft;
}

function typed(value: unknown): unknown {
  if (typeof value === "number") return String(value).replace(".", ",");
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, typed(member)]));
}

/** The specification as it is sent. What is no number becomes null, which the server refuses by its path. */
export function specOf(draft: SpecDraft): unknown {
  return untyped("", draft);
}

function untyped(name: string, value: unknown): unknown {
  if (typeof value === "string" && numbers.has(name)) return readDecimal(value);
  if (Array.isArray(value)) return value.map((item) => untyped(name, item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value)
    .filter(([member, text]) => !(optional.has(member) && isBlank(text)))
    .map(([member, text]) => [member, untyped(member, text)]);
  return Object.fromEntries(members);
}

/** Members that a specification leaves out where nobody typed them. */
const optional: ReadonlySet<string> = new Set(["maxInks", "spot", "cmyk"]);

const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isBlank) : typeof value === "string" && value.trim() === "";

/** `228,6` and `228.6`; null for what is no number. */
export function readDecimal(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** An id that none of the others has, e.g. `side-3`. */
export function freeId(kind: "side" | "area" | "colour", taken: readonly string[]): string {
  let place = taken.length + 1;
  while (taken.includes(`${kind}-${place}`)) place += 1;
  return `${kind}-${place}`;
}
