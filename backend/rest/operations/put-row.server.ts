import { bodyKindOf, parsePayload } from "#backend/rest/payload.server.ts";
import { badPutFilters, putKeyMismatch, putWithRange } from "../errors.ts";
import { appliedPreferences } from "../query/preferences.ts";
import type { RestRequest } from "../request.ts";
import type { Table } from "../schema/schema-cache.ts";
import { insertSql } from "../sql/mutate-sql.ts";
import { columnsOf, ownConditions, writeRows } from "./write-rows.server.ts";

/** PUT of one row, identified by its whole primary key in both the query and the body. */
export async function putRow(request: RestRequest, table: Table): Promise<Response> {
  const { params, preferences } = request;
  if (params.ranges.some(({ path }) => path.length === 0)) throw putWithRange();
  const only = ownConditions(request);
  const named = new Set(
    only.map((tree) => {
      const isKey =
        tree.kind === "filter" &&
        !tree.negated &&
        tree.field.path.length === 0 &&
        tree.operation.kind === "quantified" &&
        tree.operation.operator === "eq" &&
        tree.operation.quantifier === undefined;
      if (!isKey) throw badPutFilters();
      return tree.field.name;
    }),
  );
  const { primaryKey } = table;
  const isWhole =
    primaryKey.length > 0 &&
    named.size === primaryKey.length &&
    primaryKey.every((name) => named.has(name));
  if (!isWhole) throw badPutFilters();

  const kind = bodyKindOf(request.headers.get("content-type") ?? undefined, false);
  const payload = parsePayload(await request.bytes(), kind, undefined, false);
  const columns = columnsOf(request, table, payload.keys);
  if (!primaryKey.every((name) => payload.keys.includes(name))) throw putKeyMismatch();
  return writeRows(request, {
    table,
    mutation: (returning) =>
      insertSql({
        table,
        returning,
        columns,
        body: payload.rows,
        withDefaults: false,
        conflict: { columns: primaryKey, resolution: "merge-duplicates" },
        only,
      }),
    sendsLocation: false,
    countsInserted: true,
    check: (row) => {
      if (row.page !== 1) throw putKeyMismatch();
    },
    answer: (row) => ({
      status:
        preferences.representation === "representation"
          ? (row.inserted ?? 0) > 0
            ? 201
            : 200
          : 204,
      headers: {
        "Preference-Applied": appliedPreferences({
          representation: preferences.representation,
          count: preferences.count,
          transaction: preferences.transaction,
          handling: preferences.handling,
          timezone: preferences.timezone,
        }),
      },
    }),
  });
}
