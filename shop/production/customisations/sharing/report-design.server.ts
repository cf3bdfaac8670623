import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { inTransaction } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { isShown } from "./find-shared.server.ts";
import { maxReportNoteLength, reportReasons } from "./report-reason.ts";
import { hashOfShareToken } from "./share-token.server.ts";

const reportsPerNetwork = { limit: 10, windowSeconds: 3600 };

export const reportSchema = v.strictObject({
  /** Idempotency key, chosen by the form. */
  id: v.pipe(v.string(), v.uuid()),
  reason: v.picklist(reportReasons, "reason_missing"),
  note: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxReportNoteLength, "note_too_long"),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no such character
    v.regex(/^[^\u0000]*$/, "note_invalid"),
  ),
});

export type ReportProblem = "design_not_found" | "too_many_requests";

/**
 * Anybody who has a design's link reports it. It is hidden at once, unless staff have looked at it before, and staff decide.
 * A repeated id reports nothing.
 */
export async function reportDesign(
  token: string,
  { id, reason, note }: v.InferOutput<typeof reportSchema>,
  network: string,
): Promise<Result<null, ReportProblem>> {
  const hash = hashOfShareToken(token);
  if (!hash) return fail("design_not_found");
  if ((await countRequest(`design-reports:${network}`, reportsPerNetwork)) > 0) {
    return fail("too_many_requests");
  }
  return inTransaction<Result<null, ReportProblem>>(async (sql) => {
    // Before the repetition is looked for: the first of two at once hides the design from the second.
    const [shared] = await sql<{ id: string }[]>`
      select id from shared_designs where token_hash = ${hash} for update`;
    if (!shared) return fail("design_not_found");
    const known = await sql`
      select from design_reports where id = ${id} and shared_design_id = ${shared.id}`;
    if (known.length > 0) return ok(null);
    const shown = await sql`
      select from shared_designs s where s.id = ${shared.id} and ${isShown(sql)}`;
    if (shown.length === 0) return fail("design_not_found");
    const stored = await sql`
      insert into design_reports ${sql({ id, shared_design_id: shared.id, reason, note })}
      on conflict (id) do nothing returning id`;
    return stored.length > 0 ? ok(null) : fail("design_not_found");
  });
}
