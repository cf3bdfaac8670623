import { plural } from "#base/plural.ts";
import type { DatabaseReport } from "#db/prepared.server.ts";
import { restErrorOf } from "./database-error.server.ts";
import { RestError } from "./errors.ts";
import type { LogicTree, SelectItem } from "./query/query-types.ts";
import type { RestRequest } from "./request.ts";
import { type Column, type ColumnRight, keyOf, mayUse, type Table } from "./schema/schema-cache.ts";

/** The columns that a request's body names. */
const written = new WeakMap<RestRequest, readonly Column[]>();

/** Remembers the columns of the body, for an error that names them. */
export function noteWritten(request: RestRequest, columns: readonly Column[]): void {
  written.set(request, columns);
}

const denied = /^permission denied for (?:table|view|materialized view|foreign table) (.+)$/;

/**
 * PostgreSQL's refusal names only the table. Says which of the columns that the request names the role may not use, and
 * which it may; columns that the request does not name and the role may not use stay unsaid.
 */
export function deniedColumnsError(report: DatabaseReport, request: RestRequest): RestError {
  const error = restErrorOf(report, request.isAnonymous);
  const name = report.code === "42501" ? denied.exec(report.message)?.[1] : undefined;
  const table =
    name === undefined
      ? undefined
      : request.cache.tables.get(keyOf({ schema: request.schema, name }));
  const said = table && (saidOfBody(request, table) ?? saidOfRead(request, table));
  if (!said) return error;
  return new RestError(error.status, error.code, error.message, {
    ...said,
    headers: error.headers,
  });
}

interface Said {
  readonly details: string;
  readonly hint: string;
}

const verbs: Readonly<Record<ColumnRight, string>> = {
  select: "read",
  insert: "insert",
  update: "change",
};

function saidOfBody(request: RestRequest, table: Table): Said | undefined {
  const columns = (written.get(request) ?? []).filter(
    (column) => table.columns.get(column.name) === column,
  );
  const rights: readonly ColumnRight[] =
    request.method === "PATCH" ? ["update"] : ["insert", ...mergeRights(request)];
  for (const right of rights) {
    const names = columns.filter((column) => !mayUse(column, request.role, right));
    if (names.length > 0) return saidOf(request, table, right, names);
  }
  return undefined;
}

/** An upsert also changes rows. */
function mergeRights({ method, preferences }: RestRequest): ColumnRight[] {
  const isMerging = method === "PUT" || preferences.resolution === "merge-duplicates";
  return isMerging ? ["update"] : [];
}

function saidOfRead(request: RestRequest, table: Table): Said | undefined {
  const mentioned = new Set(mentionedNames(request));
  const hidden = [...table.columns.values()].filter(
    (column) => !mayUse(column, request.role, "select"),
  );
  const named = hidden.filter(({ name }) => mentioned.has(name));
  if (named.length > 0) return saidOf(request, table, "select", named);
  if (hidden.length === 0 || !mentioned.has("*")) return undefined;
  const hint = hintOf(request, table, "select");
  if (hint === undefined) return undefined;
  return {
    details: `select=*, which is also the default, asks for every column of ${table.name}, and the role ${request.role} may not read all of them`,
    hint,
  };
}

function saidOf(
  request: RestRequest,
  table: Table,
  right: ColumnRight,
  columns: readonly Column[],
): Said | undefined {
  const hint = hintOf(request, table, right);
  // The role has no such right on the whole table, as the message says.
  if (hint === undefined) return undefined;
  const names = columns.map(({ name }) => name).join(", ");
  const noun = plural(columns.length, "column", "columns");
  return {
    details: `The role ${request.role} may not ${verbs[right]} the ${noun} ${names} of ${table.name}`,
    hint,
  };
}

function hintOf({ role }: RestRequest, table: Table, right: ColumnRight): string | undefined {
  const allowed = [...table.columns.values()].filter((column) => mayUse(column, role, right));
  if (allowed.length === 0) return undefined;
  const names = allowed.map(({ name }) => name).join(",");
  return right === "select"
    ? `Name columns that it may read: select=${names}`
    : `It may ${verbs[right]}: ${names}`;
}

/** Every column name of the query string, whatever table it belongs to; `*` when it asks for all. */
function mentionedNames({ params }: RestRequest): string[] {
  return [
    ...params.select.flatMap(namesInSelect),
    ...params.filters.map(({ value }) => value.field.name),
    ...params.logic.flatMap(({ value }) => namesInLogic(value)),
    ...params.order.flatMap(({ value }) => value.map(({ field }) => field.name)),
    ...(params.onConflict ?? []),
  ];
}

function namesInSelect(item: SelectItem): string[] {
  if (item.kind !== "field") return item.select.flatMap(namesInSelect);
  return item.aggregate !== undefined && item.field.name === "*" ? [] : [item.field.name];
}

function namesInLogic(tree: LogicTree): string[] {
  return tree.kind === "group" ? tree.children.flatMap(namesInLogic) : [tree.field.name];
}
