import {
  type BodyKind,
  bodyKindOf,
  parsePayload,
  singleArgument,
} from "#backend/rest/payload.server.ts";
import { maxAffectedNeedsSet } from "../errors.ts";
import { execute } from "../execute.server.ts";
import { explain, plannedRows } from "../explain.server.ts";
import { findRoutine, isUnnamed } from "../plan/find-routine.ts";
import { planRead } from "../plan/plan-read.ts";
import { computedColumns, expandStar } from "../plan/returning.ts";
import { type MediaType, negotiate } from "../query/media-type.ts";
import { appliedPreferences } from "../query/preferences.ts";
import { textOf } from "../query/request-body.server.ts";
import type { RestRequest } from "../request.ts";
import { requireSingular, respond } from "../respond.ts";
import type { Routine } from "../schema/schema-cache.ts";
import { type AnswerRow, answerSql } from "../sql/answer-sql.ts";
import { type CallArguments, callSql } from "../sql/call-sql.ts";
import { sql, statementOf } from "../sql/fragment.ts";
import { countSql, readSql } from "../sql/read-sql.ts";
import {
  countingOf,
  noPreferences,
  one,
  pageAnswer,
  pageOf,
  plansCount,
  shownAs,
  totalOf,
} from "./read-rows.server.ts";
import { requireMaxAffected } from "./write-rows.server.ts";

/** GET, HEAD and POST of a function. GET and HEAD run in a read-only transaction. */
export async function callFunction(request: RestRequest, name: string): Promise<Response> {
  const { routine, args } = await resolve(request, name);
  const source =
    routine.returns === "composite"
      ? routine.returnType
      : { schema: routine.schema, name: routine.name };
  const everything = { rootFilters: true, order: true, ranges: true };
  const plan = expandStar(planRead(request, source, request.params, everything));
  const call = callSql(routine, args, computedColumns(plan));
  const type = negotiateResult(request, routine);
  const page = pageOf(request, plan);
  const { handling, maxAffected } = request.preferences;
  if (handling === "strict" && maxAffected !== undefined && !routine.returnsSet) {
    throw maxAffectedNeedsSet();
  }
  const isHead = request.method === "HEAD";
  const isVoid = routine.returns === "void";
  const statement = answerSql({
    source: call,
    rows: readSql(plan, request, "pgrst_source"),
    count: countingOf(request, plan, "pgrst_source"),
    shown: isHead || isVoid ? undefined : shownAs(request, type, routine),
    locationKeys: undefined,
    countsInserted: false,
  });
  const reads = request.method !== "POST" || routine.volatility !== "volatile";
  const options = {
    mode: reads ? "read only" : "read write",
    sendsAtOnce: true,
    statementTimeout: routine.statementTimeout,
  } as const;
  return execute(request, options, async (send) => {
    if (type.kind === "plan") {
      const body = await explain(send, statement, type);
      return respond(request, { status: 200, headers: {}, body, type }, noPreferences);
    }
    const answered = send<AnswerRow>(statementOf(statement));
    const guess = plansCount(request.preferences)
      ? plannedRows(send, sql`WITH pgrst_source AS (${call}) ${countSql(plan, "pgrst_source")}`)
      : undefined;
    guess?.catch(() => undefined);
    const row = await one(answered);
    requireSingular(type, row.page);
    requireMaxAffected(request, row);
    const planned = await guess;
    const total = totalOf(request, row.total, planned);
    const { count, transaction, timezone } = request.preferences;
    const headers = {
      "Preference-Applied": appliedPreferences({
        count,
        transaction,
        handling,
        timezone,
        maxAffected,
      }),
    };
    if (isVoid) {
      return respond(request, { status: 204, headers, body: undefined }, row);
    }
    return pageAnswer(request, { ...row, body: row.body }, total, page, type, headers);
  });
}

interface Call {
  readonly routine: Routine;
  readonly args: CallArguments;
}

/** @throws RestError PGRST202, PGRST203, PGRST102 */
async function resolve(request: RestRequest, name: string): Promise<Call> {
  const { cache, role, schema, params } = request;
  if (request.method !== "POST") {
    const values = byName(params.args);
    const searched = { schema, name, args: [...values.keys()], body: undefined };
    const routine = findRoutine(cache, role, searched);
    if (!isUnnamed(routine)) return { routine, args: { kind: "direct", values } };
    const value = JSON.stringify(Object.fromEntries(params.args));
    return { routine, args: { kind: "single", value } };
  }
  const kind = bodyKindOf(request.headers.get("content-type") ?? undefined, true);
  const bytes = await request.bytes();
  const { args, names } = argumentsOf(request, bytes, kind);
  const routine = findRoutine(cache, role, { schema, name, args: names, body: kind });
  return { routine, args: isUnnamed(routine) ? singleArgument(bytes, kind) : args };
}

function argumentsOf(
  request: RestRequest,
  bytes: Uint8Array,
  kind: BodyKind,
): { args: CallArguments; names: readonly string[] } {
  if (kind === "form") {
    const values = byName([...new URLSearchParams(textOf(bytes))]);
    return { args: { kind: "direct", values }, names: [...values.keys()] };
  }
  if (kind === "json" || kind === "csv") {
    const payload = parsePayload(bytes, kind, request.params.columns, true);
    const keys = new Set(payload.keys);
    return { args: { kind: "json", body: payload.rows, keys }, names: [...keys] };
  }
  return { args: singleArgument(bytes, kind), names: [] };
}

function byName(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const [name, value] of pairs) result.set(name, [...(result.get(name) ?? []), value]);
  return result;
}

/**
 * A scalar may also be returned in its raw form.
 * @throws RestError PGRST107
 */
function negotiateResult(request: RestRequest, routine: Routine): MediaType {
  const rows = ["json", "object", "array-stripped", "csv", "geojson"];
  const isScalar = routine.returns === "scalar";
  const kinds = isScalar ? [...rows, "binary", "text", "xml"] : rows;
  return negotiate(request.headers.get("accept") ?? undefined, (type) =>
    type.kind === "plan"
      ? request.settings.plan && rows.includes(type.of.kind)
      : kinds.includes(type.kind),
  );
}
