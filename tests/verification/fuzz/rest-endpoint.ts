import { jsonBody } from "./bodies.ts";
import { type Actor, type FuzzRequest, keyHeaders } from "./request.ts";
import type { Column, RestSchema, TableSchema } from "./rest-schema.ts";
import {
  escaped,
  type FuzzRandom,
  mutate,
  oddly,
  oddValue,
  often,
  some,
  validValue,
} from "./values.ts";

const operators = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "imatch",
  "is",
  "isdistinct",
  "in",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "adj",
  "fts",
  "plfts",
  "phfts",
  "wfts",
  "like(any)",
  "eq(all)",
  "not.eq",
  "fts(simple)",
];
/** Operators valid for every value of a type. */
const calmOperators: Readonly<Record<string, readonly string[]>> = {
  uuid: ["eq", "neq", "is", "not.eq"],
  integer: ["gte", "lt", "neq", "is", "isdistinct"],
  number: ["gte", "lt", "neq", "is"],
  boolean: ["eq", "is"],
  text: ["eq", "neq", "ilike", "like", "is", "in", "imatch"],
};
const prefers = [
  "return=representation",
  "return=minimal",
  "return=headers-only",
  "count=exact",
  "count=planned",
  "count=estimated",
  "resolution=merge-duplicates",
  "resolution=ignore-duplicates",
  "missing=default",
  "handling=strict",
  "handling=lenient",
  "max-affected=1",
  "timezone=Asia/Jakarta",
  "nonsense=1",
];
const accepts = [
  "application/json",
  "*/*",
  "application/vnd.pgrst.object+json",
  "text/csv",
  "application/geo+json",
  "application/vnd.pgrst.array+json;nulls=stripped",
  "application/vnd.pgrst.plan+json",
  "application/octet-stream",
  "image/png",
];

/** A request to an existing table or function, with its columns and arguments. */
export function restRequest(random: FuzzRandom, actor: Actor, schema: RestSchema): FuzzRequest {
  const method = random.pick([
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PATCH",
    "PUT",
    "DELETE",
    "OPTIONS",
  ]);
  const call = often(random, 0.15) ? random.pick(schema.functions) : undefined;
  const table = random.pick(schema.tables);
  const query: string[] = [];
  const add = (name: string, value: string) => {
    const text = oddly(random, 0.12) ? mutate(random, value) : value;
    query.push(`${escaped(name)}=${escaped(text)}`);
  };
  if (call && (method === "GET" || method === "HEAD")) {
    for (const { name, kind } of call.args) add(name, textOf(validValue(random, kind)));
  }
  // Short queries whose answers multiply: repeatedly between two tables, in several branches.
  const walks = !call && method === "GET" && often(random, 0.12);
  if (walks)
    query.push(
      `select=${escaped(walk(random, schema, table, random.whole(2, 12)))}`.slice(0, maxWalk),
    );
  else if (often(random, 0.6)) add("select", selection(random, schema, table, 0));
  for (const column of some(random, table.columns, random.whole(0, random.isCalm ? 1 : 3))) {
    add(column.name, condition(random, column));
  }
  if (often(random, 0.15))
    add(random.pick(["or", "and", "not.or"]), logic(random, table.columns, 0));
  if (often(random, 0.3)) add("order", order(random, table.columns));
  if (often(random, 0.4))
    add("limit", random.pick(random.isCalm ? ["1", "10"] : ["0", "1", "9999999", "-1", "x"]));
  if (often(random, 0.2))
    add("offset", random.pick(random.isCalm ? ["0", "2"] : ["5", "1000000", "-1", "9".repeat(30)]));
  if (often(random, 0.05))
    add(
      "columns",
      some(random, table.columns, 3)
        .map(({ name }) => name)
        .join(","),
    );
  if (often(random, 0.05)) add("on_conflict", table.columns[0]?.name ?? "id");
  if (oddly(random, 0.06))
    add(mutate(random, random.pick(table.columns).name), textOf(oddValue(random)));

  const writes = method === "POST" || method === "PATCH" || method === "PUT";
  const sent = writes
    ? jsonBody(random, call ? rowOf(random, call.args, 0.9) : rows(random, table.columns))
    : undefined;
  const headers: Record<string, string> = { ...keyHeaders(actor) };
  const preferred = some(random, prefers, 2);
  // Roll back the secret key's changes, which could empty the demo shop.
  if (method !== "GET" && (actor.name === "service" || often(random, 0.5)))
    preferred.unshift("tx=rollback");
  if (preferred.length > 0) headers.Prefer = preferred.join(random.pick([", ", ","]));
  if (oddly(random, 0.7)) headers.Accept = random.pick(accepts);
  if (oddly(random, 0.1))
    headers.Range = random.pick(["0-9", "5-2", "-1-", "x", "0-", `0-${"9".repeat(25)}`]);
  if (oddly(random, 0.15))
    headers["Accept-Profile"] = random.pick(["public", "private", "auth", ""]);
  if (oddly(random, 0.1))
    headers["Content-Profile"] = random.pick(["public", "storage", "pg_catalog"]);
  if (sent) headers["Content-Type"] = sent.type;
  const name = call ? `rpc/${call.name}` : table.name;
  const path = oddly(random, 0.08) ? escaped(mutate(random, name)) : name;
  return {
    endpoint: "rest",
    method,
    path: `/rest/v1/${oddly(random, 0.02) ? "" : path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers,
    ...(sent ? { body: sent.body } : {}),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function condition(random: FuzzRandom, column: Column): string {
  const operator = random.pick(random.isCalm ? (calmOperators[column.kind] ?? ["is"]) : operators);
  const value = () => textOf(validValue(random, column.kind));
  const quoted = () => `"${value().replaceAll('"', '\\"')}"`;
  if (operator === "is")
    return `is.${random.pick(random.isCalm ? ["null", "not_null"] : ["true", "unknown", "x"])}`;
  if (operator === "in") return `in.(${[quoted(), value(), quoted()].join(",")})`;
  if (["cs", "cd", "ov", "like(any)", "eq(all)"].includes(operator))
    return `${operator}.{${value()},${value()}}`;
  if (["sl", "sr", "nxr", "nxl", "adj"].includes(operator))
    return `${operator}.[${value()},${value()})`;
  return `${operator}.${value()}`;
}

function field(random: FuzzRandom, columns: readonly Column[]): string {
  const { name } = random.pick(columns);
  if (often(random, 0.1)) return `${name}->${random.pick(["a", "0", "a->b", "-1"])}`;
  if (often(random, 0.1)) return `${name}->>${random.pick(["a", "0"])}`;
  return name;
}

function selection(
  random: FuzzRandom,
  schema: RestSchema,
  table: TableSchema,
  depth: number,
): string {
  const items = Array.from({ length: random.whole(0, 4) }, () => {
    const name = random.isCalm ? random.pick(table.columns).name : field(random, table.columns);
    if (random.isCalm) return name;
    const alias = often(random, 0.1) ? "lain:" : "";
    const cast = often(random, 0.1)
      ? `::${random.pick(["text", "int", "json", "regclass", "nope", "numeric(4,2)"])}`
      : "";
    const aggregate = often(random, 0.05) ? random.pick([".count()", ".sum()", ".max()"]) : "";
    return `${alias}${name}${cast}${aggregate}`;
  });
  if (often(random, 0.4)) items.push("*");
  if (depth < 4 && often(random, 0.35)) {
    const related = schema.tables.filter(
      ({ name, relations }) => table.relations.includes(name) || relations.includes(table.name),
    );
    const other = random.pick(random.isCalm && related.length > 0 ? related : schema.tables);
    const joins = ["", "!inner", "!left", `!${random.pick(other.columns).name}`];
    const join = random.isCalm ? random.pick(["", "!inner"]) : random.pick(joins);
    const spread = oddly(random, 0.15) ? "..." : "";
    items.push(`${spread}${other.name}${join}(${selection(random, schema, other, depth + 1)})`);
  }
  return items.join(",");
}

/** Characters: more than a query may have, fewer than the number at which the server closes the connection. */
const maxWalk = 20_000;

/** @param steps the number of successive tables on one path */
function walk(random: FuzzRandom, schema: RestSchema, table: TableSchema, steps: number): string {
  const own = random.pick(["*", "*", "id", repeatedField(random, table)]);
  if (steps === 0) return own;
  const related = schema.tables.filter(
    ({ name, relations }) => table.relations.includes(name) || relations.includes(table.name),
  );
  const next = random.pick(related.length > 0 ? related : schema.tables);
  const branches = steps > 2 && often(random, 0.3) ? random.whole(2, 5) : 1;
  const below = walk(random, schema, next, steps - 1);
  const join = random.pick(["", "", "!inner", "!left"]);
  const embedded = Array.from({ length: branches }, (_, number) => {
    const label = branches === 1 ? random.pick(["", "", "..."]) : `b${number}:`;
    return `${label}${next.name}${join}(${below})`;
  });
  return [own, ...embedded].join(",");
}

/** One column under several aliases. */
function repeatedField(random: FuzzRandom, { columns }: TableSchema): string {
  const { name } = random.pick(columns);
  return Array.from({ length: random.whole(1, 14) }, (_, number) => `n${number}:${name}`).join(",");
}

function logic(random: FuzzRandom, columns: readonly Column[], depth: number): string {
  const parts = Array.from({ length: random.whole(1, 3) }, () =>
    depth < 3 && often(random, 0.3)
      ? `${random.pick(["or", "and", "not.and"])}${logic(random, columns, depth + 1)}`
      : `${field(random, columns)}.${condition(random, random.pick(columns))}`,
  );
  return `(${parts.join(",")})`;
}

function order(random: FuzzRandom, columns: readonly Column[]): string {
  const suffix = () => random.pick(["", ".asc", ".desc", ".desc.nullslast", ".nullsfirst", ".up"]);
  return Array.from({ length: random.whole(1, 3) }, () => field(random, columns) + suffix()).join(
    ",",
  );
}

function rowOf(
  random: FuzzRandom,
  columns: readonly Column[],
  share: number,
): Record<string, unknown> {
  const given = columns.filter(() => often(random, share));
  return Object.fromEntries(given.map(({ name, kind }) => [name, validValue(random, kind, 0.12)]));
}

function rows(random: FuzzRandom, columns: readonly Column[]): unknown {
  const share = random.pick([0.2, 0.6, 1]);
  if (often(random, 0.7)) return rowOf(random, columns, share);
  return Array.from({ length: random.whole(0, 4) }, () => rowOf(random, columns, share));
}
