import { noteWritten } from "../denied-columns.ts";
import { tooManyAffected, unknownColumn } from "../errors.ts";
import { execute } from "../execute.server.ts";
import { explain } from "../explain.server.ts";
import { planRead } from "../plan/plan-read.ts";
import { expandStar, returningColumns } from "../plan/returning.ts";
import type { MediaType } from "../query/media-type.ts";
import type { LogicTree } from "../query/query-types.ts";
import type { RestRequest } from "../request.ts";
import { requireSingular, respond } from "../respond.ts";
import type { Column, Table } from "../schema/schema-cache.ts";
import { type AnswerRow, answerSql } from "../sql/answer-sql.ts";
import { type Fragment, sql, statementOf } from "../sql/fragment.ts";
import { readSql } from "../sql/read-sql.ts";
import { negotiateRows, noPreferences, one, shownAs } from "./read-rows.server.ts";

/** The differences between the ways to change a table. */
export interface Change {
  readonly table: Table;
  /** The SQL, with the columns to return. */
  readonly mutation: (returning: readonly string[]) => Fragment;
  readonly sendsLocation: boolean;
  readonly countsInserted: boolean;
  /** @throws RestError when the change must be rolled back */
  readonly check?: (row: AnswerRow) => void;
  readonly answer: (row: AnswerRow, body: string | undefined, type: MediaType) => Draft;
}

interface Draft {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Changes the table and reads the changed rows in the same statement. */
export async function writeRows(request: RestRequest, change: Change): Promise<Response> {
  const { representation } = request.preferences;
  const isShown = representation === "representation";
  const scope = { rootFilters: false, order: true, ranges: false };
  const plan = expandStar(planRead(request, change.table, request.params, scope));
  const type = negotiateRows(request);
  const { primaryKey } = change.table;
  const returning =
    representation === undefined || representation === "minimal"
      ? []
      : returningColumns(plan, primaryKey);
  const statement = answerSql({
    source: change.mutation(returning),
    rows: isShown ? readSql(plan, request, "pgrst_source") : sql`SELECT * FROM pgrst_source`,
    count: undefined,
    shown: isShown ? shownAs(request, type) : undefined,
    locationKeys:
      change.sendsLocation && representation === "headers-only" ? primaryKey : undefined,
    countsInserted: change.countsInserted,
  });
  return execute(request, { mode: "read write" }, async (send) => {
    if (type.kind === "plan") {
      const body = await explain(send, statement, type);
      return respond(request, { status: 200, headers: {}, body, type }, noPreferences);
    }
    const row = await one(send<AnswerRow>(statementOf(statement)));
    change.check?.(row);
    requireSingular(type, row.page);
    const body = isShown ? (row.body ?? "") : undefined;
    return respond(request, { ...change.answer(row, body, type), body, type }, row);
  });
}

/** @throws RestError PGRST204 */
export function columnsOf(request: RestRequest, table: Table, names: readonly string[]): Column[] {
  const columns = names.map((name) => {
    const column = table.columns.get(name);
    if (!column) throw unknownColumn(table.name, name);
    return column;
  });
  noteWritten(request, columns);
  return columns;
}

/** The request's filters on the table itself. */
export function ownConditions(request: RestRequest): LogicTree[] {
  return [...request.params.filters, ...request.params.logic]
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => value);
}

/** @throws RestError PGRST124 with `handling=strict` */
export function requireMaxAffected(request: RestRequest, row: AnswerRow): void {
  const { handling, maxAffected } = request.preferences;
  if (handling === "strict" && maxAffected !== undefined && row.page > maxAffected) {
    throw tooManyAffected(row.page);
  }
}
