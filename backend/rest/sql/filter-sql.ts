import { type Filter, fullText, quantifiable, simple } from "../query/query-types.ts";
import { fieldSql, languageSql, type Place, searchedSql } from "./field-sql.ts";
import { arrayLiteral, bound, type Fragment, joined, sql, word } from "./fragment.ts";

/** One condition, in parentheses where necessary. */
export function filterSql(place: Place, { field, negated, operation }: Filter): Fragment {
  const not = word(negated ? "NOT " : "");
  switch (operation.kind) {
    case "simple":
      return sql`${not}${fieldSql(place, field)} ${word(simple[operation.operator])} ${bound(operation.value)}`;
    case "quantified": {
      const isPattern = operation.operator === "like" || operation.operator === "ilike";
      const value = bound(isPattern ? operation.value.replaceAll("*", "%") : operation.value);
      const operand = operation.quantifier
        ? sql`${word(operation.quantifier.toUpperCase())} (${value})`
        : value;
      return sql`${not}${fieldSql(place, field)} ${word(quantifiable[operation.operator])} ${operand}`;
    }
    case "in":
      // Lists of every length, also an empty one, are the same statement.
      return sql`${not}${fieldSql(place, field)} = ANY (${bound(arrayLiteral(operation.values))})`;
    case "is":
      return sql`${not}${fieldSql(place, field)} IS ${word(operation.value)}`;
    case "isdistinct":
      return sql`${not}${fieldSql(place, field)} IS DISTINCT FROM ${bound(operation.value)}`;
    case "fts":
      return sql`${not}${searchedSql(place, field, operation.language)} @@ ${word(fullText[operation.operator])}(${languageSql(operation.language)}${bound(operation.value)})`;
  }
}

interface Group<T> {
  readonly kind: "group";
  readonly negated: boolean;
  readonly operator: "and" | "or";
  readonly children: readonly (T | Group<T>)[];
}

/** `(a AND NOT (b OR c))`. */
export function logicSql<T extends { readonly kind: string }>(
  tree: T | Group<T>,
  leaf: (item: T) => Fragment,
): Fragment {
  if (!isGroup(tree)) return leaf(tree);
  const children = tree.children.map((child) => logicSql(child, leaf));
  const operator = tree.operator === "and" ? " AND " : " OR ";
  return sql`${word(tree.negated ? "NOT " : "")}(${joined(children, operator)})`;
}

function isGroup<T extends { readonly kind: string }>(tree: T | Group<T>): tree is Group<T> {
  return tree.kind === "group";
}
