import { bodyKindOf, parsePayload } from "#backend/rest/payload.server.ts";
import { appliedPreferences } from "../query/preferences.ts";
import { contentRange } from "../query/range.ts";
import type { RestRequest } from "../request.ts";
import type { Table } from "../schema/schema-cache.ts";
import { deleteSql, updateSql } from "../sql/mutate-sql.ts";
import { columnsOf, ownConditions, requireMaxAffected, writeRows } from "./write-rows.server.ts";

/** PATCH of the rows that match the filters; of all rows without filters. */
export async function updateRows(request: RestRequest, table: Table): Promise<Response> {
  const { preferences, params } = request;
  const kind = bodyKindOf(request.headers.get("content-type") ?? undefined, false);
  const payload = parsePayload(await request.bytes(), kind, params.columns, false);
  const columns = columnsOf(request, table, payload.keys);
  const where = ownConditions(request);
  const { missing } = preferences;
  return writeRows(request, {
    table,
    mutation: (returning) =>
      updateSql({
        table,
        returning,
        columns,
        body: payload.rows,
        withDefaults: missing === "default",
        where,
      }),
    sendsLocation: false,
    countsInserted: false,
    check: (row) => requireMaxAffected(request, row),
    answer: (row) => ({
      status: preferences.representation === "representation" ? 200 : 204,
      headers: {
        "Content-Range": contentRange(0, row.page - 1, countedOf(request, row.page)),
        "Preference-Applied": appliedOf(request, { missing }),
      },
    }),
  });
}

/** DELETE of the rows that match the filters; of all rows without filters. */
export async function deleteRows(request: RestRequest, table: Table): Promise<Response> {
  const where = ownConditions(request);
  return writeRows(request, {
    table,
    mutation: (returning) => deleteSql({ table, returning, where }),
    sendsLocation: false,
    countsInserted: false,
    check: (row) => requireMaxAffected(request, row),
    answer: (row) => ({
      status: request.preferences.representation === "representation" ? 200 : 204,
      headers: {
        "Content-Range": contentRange(1, 0, countedOf(request, row.page)),
        "Preference-Applied": appliedOf(request, {}),
      },
    }),
  });
}

function countedOf({ preferences }: RestRequest, rows: number): number | undefined {
  const { count } = preferences;
  return count === "exact" || count === "estimated" ? rows : undefined;
}

function appliedOf(
  { preferences }: RestRequest,
  more: { missing?: "default" | "null" },
): string | undefined {
  const { representation, count, transaction, handling, timezone, maxAffected } = preferences;
  return appliedPreferences({
    ...more,
    representation,
    count,
    transaction,
    handling,
    timezone,
    maxAffected,
  });
}
