import { inTransaction, sqlState } from "#db/client.server.ts";
import type { Relation } from "./relation.server.ts";
import type { ReadyCondition } from "./subscription.server.ts";

export type Row = Readonly<Record<string, unknown>>;

/**
 * Timeout of one condition over all rows of a batch: one listener's regular expression must not delay the
 * others.
 */
const milliseconds = 500;
const queryCanceled = "57014";

/**
 * Matches rows against conditions. A row without the column, and a comparison with null, match none, negated
 * or not.
 */
export class Matcher {
  readonly #relation: Relation;
  readonly #rows: readonly Row[];
  readonly #asked = new Map<string, Promise<ReadonlySet<number>>>();

  /** @param rows of the relation */
  constructor(relation: Relation, rows: readonly Row[]) {
    this.#relation = relation;
    this.#rows = rows;
  }

  /** @param index of the row */
  async meets(index: number, conditions: readonly ReadyCondition[]): Promise<boolean> {
    const row = this.#rows[index] ?? {};
    for (const condition of conditions) {
      if (!Object.hasOwn(row, condition.column)) return false;
      const verdict = tell(condition, row[condition.column]);
      if (verdict === "unknown") return false;
      const holds = verdict ?? (await this.#ask(condition)).has(index);
      if (!holds) return false;
    }
    return true;
  }

  /** Evaluated by PostgreSQL with the column's type, once for each condition and batch. */
  #ask(condition: ReadyCondition): Promise<ReadonlySet<number>> {
    const key = JSON.stringify(condition);
    const asked = this.#asked.get(key) ?? this.#query(condition);
    this.#asked.set(key, asked);
    return asked;
  }

  async #query(condition: ReadyCondition): Promise<ReadonlySet<number>> {
    const { schema, table } = this.#relation;
    const rows = JSON.stringify(this.#rows);
    const operand = condition.values[0] ?? "";
    try {
      const found = await inTransaction(async (sql) => {
        await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`;
        const column = sql`r.${sql(condition.column)}`;
        const value = sql`o.${sql(condition.column)}`;
        const holds = {
          lt: sql`${column} < ${value}`,
          lte: sql`${column} <= ${value}`,
          gt: sql`${column} > ${value}`,
          gte: sql`${column} >= ${value}`,
          like: sql`${column}::text like ${operand}`,
          ilike: sql`${column}::text ilike ${operand}`,
          match: sql`${column}::text ~ ${operand}`,
          imatch: sql`${column}::text ~* ${operand}`,
        }[condition.operator as "lt"];
        const isPattern = condition.canonical.length === 0;
        const typed = sql`jsonb_populate_record(null::${sql(schema)}.${sql(table)},
          ${isPattern ? sql`'{}'::jsonb` : sql`jsonb_build_object(${condition.column}::text, ${operand}::text)`})`;
        return sql<{ n: number }[]>`
          select (given.n - 1)::int as n
          from jsonb_array_elements(${rows}::text::jsonb) with ordinality as given (row, n),
            jsonb_populate_record(null::${sql(schema)}.${sql(table)}, given.row) r, ${typed} o
          where ${condition.isNegated ? sql`not (${holds})` : holds}`;
      });
      return new Set(found.map(({ n }) => n));
    } catch (error) {
      if (sqlState(error) === queryCanceled) return new Set();
      throw error;
    }
  }
}

/**
 * Evaluates equality on the JSON.
 * @returns undefined when PostgreSQL must evaluate the condition
 */
function tell(condition: ReadyCondition, value: unknown): boolean | "unknown" | undefined {
  const { operator, canonical, isNegated } = condition;
  const text = JSON.stringify(value ?? null);
  switch (operator) {
    case "is":
      return truth(condition.values[0] ?? "", value) !== isNegated;
    case "isdistinct":
      return (text !== canonical[0]) !== isNegated;
    case "eq":
      return value === null ? "unknown" : (text === canonical[0]) !== isNegated;
    case "neq":
      return value === null ? "unknown" : (text !== canonical[0]) !== isNegated;
    case "in": {
      const isListed = canonical.includes(text);
      if (value === null || (condition.hasNull && !isListed)) return "unknown";
      return isListed !== isNegated;
    }
    default:
      return undefined;
  }
}

function truth(expected: string, value: unknown): boolean {
  if (expected === "null" || expected === "unknown") return value === null;
  return value === (expected === "true");
}
