import type { Name } from "../schema/schema-cache.ts";

/** A value for PostgreSQL: bound, never part of the text. */
interface Bound {
  readonly value: string | null;
}

/** Pieces of SQL with bound values between them. Its strings are this program's or quoted identifiers. */
export type Fragment = readonly (string | Bound)[];

export const empty: Fragment = [];

/** This program's own SQL with fragments as arguments. */
export function sql(strings: TemplateStringsArray, ...holes: readonly Fragment[]): Fragment {
  const pieces: (string | Bound)[] = [];
  strings.forEach((text, index) => {
    if (text !== "") pieces.push(text);
    const hole = holes[index];
    if (hole) pieces.push(...hole);
  });
  return pieces;
}

/** This program's own word: an operator, a function. Never a client's text. */
export function word(text: string): Fragment {
  return [text];
}

/** PostgreSQL infers the type from the context. */
export function bound(value: string | null): Fragment {
  return [{ value }];
}

export function identifier(name: string): Fragment {
  // NUL would end the statement early; names that contain it are refused earlier.
  if (name.includes("\0")) throw new Error("NUL in an identifier");
  return [`"${name.replaceAll('"', '""')}"`];
}

export function qualified({ schema, name }: Name): Fragment {
  return sql`${identifier(schema)}.${identifier(name)}`;
}

export function joined(parts: readonly Fragment[], separator: string): Fragment {
  return parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}

/** `{"a","b"}`, which PostgreSQL reads as an array of the compared type. */
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
