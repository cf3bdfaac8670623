import { inTransaction } from "#db/client.server.ts";
import type { Lookup } from "#integrations/mail/domain/lookup.server.ts";
import { findOwnDomain, findRecords } from "./find-records.server.ts";
import { keepRecordStates } from "./record-states.server.ts";

/**
 * The nightly job: asks for the records of the sender's domain, and notifies staff once of a record that was good the night
 * before and is missing or wrong now. A line that nobody answered keeps its state.
 */
export async function watchDomain(lookup?: Lookup): Promise<void> {
  const own = findOwnDomain();
  if (!own.isPublic) return;
  const found = await findRecords(own, lookup);
  await inTransaction(async (sql) => {
    const { before, now } = await keepRecordStates(sql, own.domain, found, true);
    const isWorse = found.some(
      ({ line }) => now[line] !== undefined && now[line] !== "good" && before[line] === "good",
    );
    if (isWorse) await sql`insert into private.staff_events (kind) values ('mail_domain')`;
  });
}
