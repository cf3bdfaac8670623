import type { Send } from "#db/prepared.server.ts";
import type { MediaType } from "./query/media-type.ts";
import { type Fragment, sql, statementOf, word } from "./sql/fragment.ts";

/** Plans are text: their identifiers have 64 bits, which a number in JavaScript would round. */
type PlanRow = Readonly<Record<string, string>>;

/** The plan of a statement in the requested format. `analyze` executes the statement. */
export async function explain(
  send: Send,
  statement: Fragment,
  { format, options }: Extract<MediaType, { kind: "plan" }>,
): Promise<string> {
  const words = [`FORMAT ${format.toUpperCase()}`, ...options.map((item) => item.toUpperCase())];
  const rows = await send<PlanRow>(
    statementOf(sql`EXPLAIN (${word(words.join(", "))}) ${statement}`),
  );
  const lines = rows.map((row) => Object.values(row)[0]);
  return format === "json" ? (lines[0] ?? "") : `${lines.join("\n")}\n`;
}

/** The planner's estimate of the number of rows. */
export async function plannedRows(send: Send, statement: Fragment): Promise<number> {
  const [row] = await send<PlanRow>(statementOf(sql`EXPLAIN (FORMAT JSON) ${statement}`));
  const [text = "[]"] = Object.values(row ?? {});
  const [plan] = JSON.parse(text) as { Plan?: { "Plan Rows"?: number } }[];
  return plan?.Plan?.["Plan Rows"] ?? 0;
}
