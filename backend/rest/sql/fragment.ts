import type { Name } from "../schema/schema-cache.ts";

/** A value on its way to PostgreSQL: bound, never part of the text. */
interface Bound {
  readonly value: string | null;
}

/** Pieces of SQL and the values between them. Strings in it come from this program or are quoted identifiers. */
export type Fragment = readonly (string | Bound)[];

export const empty: Fragment = [];

/** SQL of this program's own; what stands in the holes are fragments. */
export function sql(strings: TemplateStringsArray, ...holes: readonly Fragment[]): Fragment {
  const pieces: (string | Bound)[] = [];
  strings.forEach((text, index) => {
    if (text !== "") pieces.push(text);
    const hole = holes[index];
    if (hole) pieces.push(...hole);
  });
  return pieces;
}

/** A word of this program's own tables: an operator, a function. Never anything a client sent. */
export function word(text: string): Fragment {
  return [text];
}

/** PostgreSQL works the type out from where it stands. */
export function bound(value: string | null): Fragment {
  return [{ value }];
}

export function identifier(name: string): Fragment {
  // NUL would end the statement early; names with it are refused long before.
  if (name.includes("\0")) throw new Error("NUL in an identifier");
  return [`"${name.replaceAll('"', '""')}"`];
}

export function qualified({ schema, name }: Name): Fragment {
  return sql`${identifier(schema)}.${identifier(name)}`;
}

export function joined(parts: readonly Fragment[], separator: string): Fragment {
  return parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

/** `{"a","b"}`, for PostgreSQL to read as an array of whatever type is compared. */
export function arrayLiteral(values: readonly string[]): string {
  const escaped = values.map(
    (value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
  );
  return `{${escaped.join(",")}}`;
}

/** A string constant of the schema cache. */
export function constant(text: string): Fragment {
  return [` E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`];
}

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

export function statementOf(fragment: Fragment): Statement {
  const values: (string | null)[] = [];
  let text = "";
  for (const piece of fragment) {
    if (typeof piece === "string") text += piece;
    else text += `$${values.push(piece.value)}`;
  }
  return { text, values };
}
