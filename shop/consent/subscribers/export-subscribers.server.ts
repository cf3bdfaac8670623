import { Readable } from "node:stream";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { readSubscriptions } from "#shop/consent/read-subscriptions.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { byteOrderMark, csvLine } from "#shop/kernel/csv/cell.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { recordAct } from "#shop/staff/staff-rights.server.ts";

const columns = [
  ...([
    "email",
    "name",
    "language",
    "tags",
    "topic",
    "state",
    "level",
    "source",
    "consent_at",
  ] as const),
  ...(["paused_until", "max_a_month"] as const),
];

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
  for (let after: string | null = ""; after !== null; ) {
    const page = await readSubscriptions(sql, after);
    const text = page.lines
      .map((line) =>
        csvLine(
          columns.map((column) => line[column] ?? ""),
          ",",
        ),
      )
      .join("");
    if (text) yield encoder.encode(text);
    after = page.after;
  }
}
