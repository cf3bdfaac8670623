import { badRange, RestError } from "../errors.ts";
import { execute } from "../execute.server.ts";
import { explain, plannedRows } from "../explain.server.ts";
import { LruCache } from "../lru-cache.ts";
import { planRead } from "../plan/plan-read.ts";
import type { ReadNode } from "../plan/read-plan.ts";
import { type MediaType, negotiate } from "../query/media-type.ts";
import { appliedPreferences, type Preferences } from "../query/preferences.ts";
import type { RowRange } from "../query/query-types.ts";
import { contentRange, rangeStatus, restrict, topLevelRange } from "../query/range.ts";
import type { RestRequest } from "../request.ts";
import { bodyOf, requireSingular, respond } from "../respond.ts";
import type { Routine, SchemaCache, Table } from "../schema/schema-cache.ts";
import { type AnswerRow, answerSql, type Shown } from "../sql/answer-sql.ts";
import { bound, type Fragment, type Statement, sql, statementOf } from "../sql/fragment.ts";
import { countSql, type RootSource, readSql } from "../sql/read-sql.ts";

/** A planned read without the caller. */
interface Question {
  readonly type: MediaType;
  readonly page: RowRange;
  readonly statement: Fragment;
  readonly ready: Statement;
  /** The rows whose number the planner estimates. */
  readonly planned: Fragment | undefined;
  readonly location: string | undefined;
}

/** A shop's pages repeat the same queries. Cached by the schema cache that they were planned with. */
const questions = new WeakMap<SchemaCache, LruCache<Question>>();

/** GET and HEAD of a table or view. */
export async function readRows(request: RestRequest, table: Table): Promise<Response> {
  const { type, page, statement, ready, planned, location } = questionOf(request, table);
  return execute(request, { mode: "read only", sendsAtOnce: true }, async (send) => {
    if (type.kind === "plan") {
      const body = await explain(send, statement, type);
      return respond(request, { status: 200, headers: {}, body, type }, noPreferences);
    }
    const guess = planned && plannedRows(send, planned);
    const answered = send<AnswerRow>(ready);
    // Report the first statement's error; later ones are its consequences.
    const guessed = await guess;
    const row = await one(answered);
    requireSingular(type, row.page);
    const total = totalOf(request, row.total, guessed);
    const { count, transaction, handling, timezone } = request.preferences;
    return pageAnswer(request, row, total, page, type, {
      "Content-Location": location,
      "Preference-Applied": appliedPreferences({ count, transaction, handling, timezone }),
    });
  });
}

function questionOf(request: RestRequest, table: Table): Question {
  const { cache, headers, method, preferences, range, role, schema, search } = request;
  let known = questions.get(cache);
  if (!known) {
    known = new LruCache(1000, 2000);
    questions.set(cache, known);
  }
  const accept = headers.get("accept");
  const facts = [schema, table.name, search, role, method, accept, range, preferences.count];
  return known.get(JSON.stringify(facts), () => workOut(request, table));
}

/** @throws RestError for an invalid query */
function workOut(request: RestRequest, table: Table): Question {
  const everything = { rootFilters: true, order: true, ranges: true };
  const plan = planRead(request, table, request.params, everything);
  const type = negotiateRows(request);
  const page = pageOf(request, plan);
  const statement = answerSql({
    source: undefined,
    rows: readSql(plan, request, "table"),
    count: countingOf(request, plan, "table"),
    shown: request.method === "HEAD" ? undefined : shownAs(request, type),
    locationKeys: undefined,
    countsInserted: false,
  });
  return {
    type,
    page,
    statement,
    ready: statementOf(statement),
    planned: plansCount(request.preferences) ? countSql(plan, "table") : undefined,
    location: contentLocation(request, table),
  };
}

/** Clients limit the length of headers. */
const maxLocationLength = 4096;

function contentLocation({ params }: RestRequest, { name }: Table): string | undefined {
  const query = params.canonical === "" ? "" : `?${params.canonical}`;
  const location = `/${encodeURIComponent(name)}${query}`;
  return location.length > maxLocationLength ? undefined : location;
}

export const noPreferences = { headers: null, status: null };

/**
 * The media type of rows.
 * @throws RestError PGRST107
 */
export function negotiateRows(request: RestRequest): MediaType {
  const kinds = ["json", "object", "array-stripped", "csv", "geojson"];
  return negotiate(request.headers.get("accept") ?? undefined, (type) =>
    type.kind === "plan"
      ? request.settings.plan && kinds.includes(type.of.kind)
      : kinds.includes(type.kind),
  );
}

/** @param routine the function that returns the rows */
export function shownAs(request: RestRequest, type: MediaType, routine?: Routine): Shown {
  return { type, routine, maxBytes: request.settings.maxAnswerBytes };
}

/**
 * The requested page; the plan gets it limited to the maximum of one answer.
 * @throws RestError PGRST103
 */
export function pageOf(request: RestRequest, plan: ReadNode): RowRange {
  const asked: Partial<RowRange> = {};
  for (const { path, value } of request.params.ranges) {
    if (path.length === 0) Object.assign(asked, value);
  }
  const page = topLevelRange(request.range, asked);
  plan.range = restrict(page, request.settings.maxRows);
  return page;
}

/** The rows to count: all, or for an estimate just more than one answer holds. */
export function countingOf(
  request: RestRequest,
  plan: ReadNode,
  source: RootSource,
): Fragment | undefined {
  const { count } = request.preferences;
  if (count === "exact") return countSql(plan, source);
  if (count !== "estimated") return undefined;
  const { maxRows } = request.settings;
  const all = countSql(plan, source);
  return maxRows === undefined ? all : sql`${all} LIMIT ${bound(String(maxRows + 1))}`;
}

export function plansCount({ count }: Preferences): boolean {
  return count === "planned" || count === "estimated";
}

export function totalOf(
  request: RestRequest,
  counted: number | null,
  planned: number | undefined,
): number | undefined {
  if (request.preferences.count === "planned") return planned;
  if (counted === null) return undefined;
  const isMore = request.settings.maxRows === undefined || counted > request.settings.maxRows;
  return isMore && planned !== undefined ? Math.max(counted, planned) : counted;
}

/** A page of rows with its range: 200, 206, or 416 when it begins behind the last row. */
export function pageAnswer(
  request: RestRequest,
  row: AnswerRow,
  total: number | undefined,
  page: RowRange,
  type: MediaType,
  headers: Readonly<Record<string, string | undefined>>,
): Response {
  const status = rangeStatus(page.offset, row.page, total);
  const range = contentRange(page.offset, page.offset + row.page - 1, total);
  if (status === 416) {
    const error = badRange(
      `An offset of ${page.offset} was requested, but there are only ${total ?? 0} rows.`,
    );
    throw new RestError(error.status, error.code, error.message, {
      details: error.details,
      headers: { "Content-Range": range },
    });
  }
  const body = bodyOf(type, row.body);
  return respond(
    request,
    { status, headers: { "Content-Range": range, ...headers }, body, type },
    row,
  );
}

/** The single row that every statement returns. */
export async function one<T>(rows: Promise<readonly T[]>): Promise<T> {
  const [row] = await rows;
  if (row === undefined) throw new Error("a statement gave no answer");
  return row;
}
