import { Readable } from "node:stream";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { byteOrderMark, csvLine } from "#shop/csv/cell.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";

const columns = [
  ...["email", "name", "language", "topic", "state", "level", "source", "consent_at"],
  ...["paused_until", "max_a_month"],
];
/** Recipients read at a time: memory stays flat for any list. */
const perRead = 2_000;

export type ExportProblem = "not_permitted" | "reauthentication_needed";

/** Whether an export would be answered now. */
export async function mayExportSubscribers(actor: Person): Promise<Result<null, ExportProblem>> {
  if (!may(actor, "mail.send")) return fail("not_permitted");
  return (await isFresh(asShop(), actor)) ? ok(null) : fail("reauthentication_needed");
}

/**
 * All subscriptions as CSV, one a line, with where and when the person agreed. Needs a fresh proof, and leaves an entry in
 * the audit log.
 */
export function exportSubscribers(
  actor: Person,
): Promise<Result<ReadableStream<Uint8Array>, ExportProblem>> {
  return asStaff<ReadableStream<Uint8Array>, ExportProblem>(actor, "mail.send", async (sql) => {
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    await recordAct(sql, actor, "subscribers.exported", { subjectId: "all" });
    return ok(Readable.toWeb(Readable.from(bytes(asShop()))) as ReadableStream<Uint8Array>);
  });
}

async function* bytes(sql: Sql): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark + csvLine(columns, ","));
  for (let after = ""; ; ) {
    const rows = await sql<{ email: string; lines: (string | null)[][] }[]>`
      select r.email, array(
        select json_build_array(r.email, r.name, r.language, s.topic, s.state, s.level, s.source, (
            select to_char(max(coalesce(e.consented_at, e.created_at)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
            from private.mail_choice_events e
            where e.recipient_id = r.id and e.topic = s.topic and e.action in ('confirmed', 'wanted', 'imported')),
          to_char(s.paused_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), s.max_a_month::text)
        from subscriptions s where s.recipient_id = r.id order by s.topic) as lines
      from (select * from private.mail_recipients where email > ${after} order by email limit ${perRead}) r
      order by r.email`;
    const last = rows.at(-1);
    if (!last) return;
    after = last.email;
    const text = rows
      .flatMap(({ lines }) =>
        lines.map((cells) =>
          csvLine(
            cells.map((cell) => cell ?? ""),
            ",",
          ),
        ),
      )
      .join("");
    if (text) yield encoder.encode(text);
  }
}
