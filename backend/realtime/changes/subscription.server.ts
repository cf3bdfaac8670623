import { asShop, type Caller, type Sql, sqlState } from "#db/client.server.ts";
import { type Condition, type Operator, readFilter } from "./filter.ts";
import { columnsFor, findPublished, installChanges, type Relation } from "./relation.server.ts";
import type { SubscriptionRequest } from "./subscription-request.ts";

/** A condition whose values have the form of a row's JSON. */
export interface ReadyCondition extends Condition {
  /** JSON texts, for equality operators; SQL casts the texts to the column's type. */
  readonly canonical: readonly string[];
}

/** A validated subscription. */
export interface Subscription extends SubscriptionRequest {
  readonly conditions: readonly ReadyCondition[];
}

const patterns: ReadonlySet<Operator> = new Set(["like", "ilike", "match", "imatch"]);
const lockNotAvailable = "55P03";
/** PostgreSQL's error class for a value that does not fit the column's type. */
const dataException = /^22/;

/**
 * Checks that the tables are published and that the filters are valid.
 * @returns the problem, as text
 */
export async function resolveSubscriptions(
  requests: readonly SubscriptionRequest[],
  caller: Caller,
): Promise<readonly Subscription[] | string> {
  const sql = asShop();
  try {
    await installChanges(sql);
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error;
    return "Unable to subscribe to changes: a table is busy. Please try again";
  }
  const resolved: Subscription[] = [];
  for (const request of requests) {
    const subscription = await resolve(sql, request, caller);
    if (!subscription) {
      const { event, schema, table, filter } = request;
      return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table ?? "*"}, filters: [${filter}]]`;
    }
    resolved.push(subscription);
  }
  return resolved;
}

async function resolve(
  sql: Sql,
  request: SubscriptionRequest,
  caller: Caller,
): Promise<Subscription | undefined> {
  const conditions = readFilter(request.filter);
  if (!conditions) return undefined;
  // Without a table there is no column to filter by.
  if (request.table === undefined)
    return conditions.length > 0 ? undefined : { ...request, conditions: [] };
  const relation = await findPublished(sql, request.schema, request.table);
  if (!relation) return undefined;
  // A filter by a column that the caller may not read would reveal its values.
  const readable = new Map(
    columnsFor(relation, caller.dbRole).map((column) => [column.name, column]),
  );
  if (request.select?.some((name) => !readable.has(name))) return undefined;
  if (conditions.some(({ column }) => !readable.has(column))) return undefined;
  const ready = await Promise.all(conditions.map((each) => canonical(sql, relation, each)));
  return ready.includes(undefined)
    ? undefined
    : { ...request, conditions: ready as ReadyCondition[] };
}

/** @returns undefined when a value does not fit the column's type */
async function canonical(
  sql: Sql,
  relation: Relation,
  condition: Condition,
): Promise<ReadyCondition | undefined> {
  const { operator, values } = condition;
  if (operator === "is") return { ...condition, canonical: [] };
  if (operator === "isdistinct" && values[0] === "null")
    return { ...condition, canonical: ["null"] };
  try {
    if (operator === "match" || operator === "imatch") await sql`select '' ~ ${values[0] ?? ""}`;
    if (patterns.has(operator)) return { ...condition, canonical: [] };
    const rows = await sql<{ text: string | null }[]>`
      select (to_jsonb(r) -> ${condition.column})::text as text
      from unnest(${condition.values as string[]}::text[]) with ordinality as given (value, n),
        jsonb_populate_record(null::${sql(relation.schema)}.${sql(relation.table)},
          jsonb_build_object(${condition.column}::text, given.value)) r
      order by n`;
    return { ...condition, canonical: rows.map(({ text }) => compact(text ?? "null")) };
  } catch (error) {
    if (dataException.test(sqlState(error) ?? "")) return undefined;
    throw error;
  }
}

/** JSON in JavaScript's form, so that equal values have equal texts. */
function compact(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
