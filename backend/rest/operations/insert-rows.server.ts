import { bodyKindOf, parsePayload } from "#backend/rest/payload.server.ts";
import { appliedPreferences } from "../query/preferences.ts";
import { contentRange } from "../query/range.ts";
import type { RestRequest } from "../request.ts";
import type { Table } from "../schema/schema-cache.ts";
import type { AnswerRow } from "../sql/answer-sql.ts";
import { refuseSystemColumn } from "../sql/field-sql.ts";
import { insertSql } from "../sql/mutate-sql.ts";
import { columnsOf, writeRows } from "./write-rows.server.ts";

/** POST of a table: inserts rows; `Prefer: resolution=` handles existing ones. */
export async function insertRows(request: RestRequest, table: Table): Promise<Response> {
  const { preferences, params } = request;
  const kind = bodyKindOf(request.headers.get("content-type") ?? undefined, false);
  const payload = parsePayload(await request.bytes(), kind, params.columns, false);
  const columns = columnsOf(request, table, payload.keys);
  const conflictColumns = params.onConflict ?? table.primaryKey;
  for (const name of conflictColumns) refuseSystemColumn(table, name, table.name);
  const resolution = conflictColumns.length > 0 ? preferences.resolution : undefined;
  return writeRows(request, {
    table,
    mutation: (returning) =>
      insertSql({
        table,
        returning,
        columns,
        body: payload.rows,
        withDefaults: preferences.missing === "default",
        conflict: resolution && { columns: conflictColumns, resolution },
        only: [],
      }),
    sendsLocation: true,
    countsInserted: resolution === "merge-duplicates",
    answer: (row) => ({
      status: isOnlyMerged(row, resolution) ? 200 : 201,
      headers: {
        Location: locationOf(table, row),
        "Content-Range": contentRange(
          1,
          0,
          preferences.count === "exact" || preferences.count === "estimated" ? row.page : undefined,
        ),
        "Preference-Applied": appliedPreferences({
          resolution,
          missing: preferences.missing,
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

function isOnlyMerged(row: AnswerRow, resolution: string | undefined): boolean {
  return resolution === "merge-duplicates" && (row.inserted ?? 0) <= 0;
}

/** The address of a single new row. */
function locationOf(table: Table, row: AnswerRow): string | undefined {
  if (!row.location || row.location.length === 0) return undefined;
  const query = row.location.map((pair) => {
    const equals = pair.indexOf("=");
    const value = pair.slice(equals + 1);
    return `${encodeURIComponent(pair.slice(0, equals))}=${encodeURIComponent(value)}`;
  });
  return `/${encodeURIComponent(table.name)}?${query.join("&")}`;
}
