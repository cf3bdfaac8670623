import { Cursor, queryLimits } from "./cursor.ts";
import { parseField } from "./field-parser.ts";
import {
  type Aggregate,
  aggregates,
  type FieldItem,
  type JoinType,
  type RelationItem,
  type SelectItem,
} from "./query-types.ts";

/**
 * The value of `select=`. Empty selects every column. As in PostgREST, text after a complete list is ignored.
 * @throws RestError PGRST100
 */
export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor(text, "select parameter");
  const budget = { embeds: 0, fields: 0 };
  cursor.skipSpace();
  if (cursor.done) return [{ kind: "field", field: { name: "*", path: [] } }];
  return parseItems(cursor, 0, budget);
}

interface Budget {
  embeds: number;
  fields: number;
}

function parseItems(cursor: Cursor, depth: number, budget: Budget): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    cursor.skipSpace();
    items.push(parseRelation(cursor, depth, budget) ?? parseFieldItem(cursor, budget));
    cursor.skipSpace();
  } while (cursor.take(","));
  return items;
}

function parseRelation(cursor: Cursor, depth: number, budget: Budget): RelationItem | undefined {
  const head = cursor.attempt(() => parseRelationHead(cursor));
  if (!head) return undefined;
  if (depth + 1 > queryLimits.depth) cursor.failWith("resources are embedded too deeply");
  if (++budget.embeds > queryLimits.embeds) cursor.failWith("too many embedded resources");
  cursor.expect("(");
  cursor.skipSpace();
  const select = cursor.looksAt(")") ? [] : parseItems(cursor, depth + 1, budget);
  cursor.expect(")", '"," or ")"');
  return { ...head, select };
}

function parseRelationHead(cursor: Cursor): Omit<RelationItem, "select"> | undefined {
  const isSpread = cursor.take("...");
  const first = cursor.optionalName();
  if (first === undefined) return isSpread ? cursor.fail("field name") : undefined;
  let name = first;
  let alias: string | undefined;
  if (!isSpread && cursor.looksAt(":") && !cursor.looksAt("::")) {
    cursor.at++;
    const second = cursor.optionalName();
    if (second === undefined) return undefined;
    alias = first;
    name = second;
  }
  let hint: string | undefined;
  let join: JoinType | undefined;
  for (let count = 0; count < 2 && cursor.take("!"); count++) {
    const parameter = cursor.name();
    if (parameter === "inner" || parameter === "left") join ??= parameter;
    else hint ??= parameter;
  }
  if (!cursor.looksAt("(")) return undefined;
  // `count()` is the number of rows.
  if (name === "count" && cursor.looksAt("()")) return undefined;
  return { kind: isSpread ? "spread" : "relation", name, alias, hint, join };
}

function parseFieldItem(cursor: Cursor, budget: Budget): FieldItem {
  if (++budget.fields > queryLimits.fields) cursor.failWith("too many fields");
  if (cursor.take("*")) {
    endOfItem(cursor, '")", "," or end of input');
    return { kind: "field", field: { name: "*", path: [] } };
  }
  const alias = cursor.attempt(() => {
    const name = cursor.optionalName();
    if (name === undefined || !cursor.looksAt(":") || cursor.looksAt("::")) return undefined;
    cursor.at++;
    return name;
  });
  if (cursor.take("count()")) {
    const aggregateCast = cursor.take("::") ? cursor.identifier() : undefined;
    endOfItem(cursor);
    const field = { name: "*", path: [] };
    return { kind: "field", field, alias, aggregate: "count", aggregateCast };
  }
  const field = parseField(cursor);
  const cast = cursor.take("::") ? cursor.identifier() : undefined;
  const aggregate = parseAggregate(cursor);
  const aggregateCast = aggregate && cursor.take("::") ? cursor.identifier() : undefined;
  cursor.skipSpace();
  endOfItem(cursor);
  return { kind: "field", field, alias, cast, aggregate, aggregateCast };
}

function parseAggregate(cursor: Cursor): Aggregate | undefined {
  if (!cursor.take(".")) return undefined;
  const found = aggregates.find((name) => cursor.take(`${name}()`));
  return found ?? cursor.fail('"sum()", "avg()", "count()", "max()" or "min()"');
}

function endOfItem(
  cursor: Cursor,
  expecting = 'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
): void {
  if (!cursor.done && !cursor.looksAt(",") && !cursor.looksAt(")")) cursor.fail(expecting);
}
