import { inTransaction } from "#db/client.server.ts";
import type { DomainState } from "#integrations/mail/domain/check-domain.ts";
import type { Lookup } from "#integrations/mail/domain/lookup.server.ts";
import { findOwnDomain, findRecords } from "./find-records.server.ts";

/**
 * The nightly job: asks for the records of the sender's domain, and notifies staff once of a record that was good the night
 * before and is missing or wrong now. A line that nobody answered keeps its state.
 */
export async function watchDomain(lookup?: Lookup): Promise<void> {
  const own = findOwnDomain();
  if (!own.isPublic) return;
  const found = await findRecords(own, lookup);
  const states = Object.fromEntries(
    found.filter(({ state }) => state !== "unknown").map(({ line, state }) => [line, state]),
  );
  await inTransaction(async (sql) => {
    const [before] = await sql<{ domain: string; states: Record<string, DomainState> }[]>`
      select domain, states from private.domain_checks for update`;
    const known = before?.domain === own.domain ? before.states : {};
    const isWorse = Object.entries(states).some(
      ([line, state]) => state !== "good" && known[line] === "good",
    );
    await sql`
      insert into private.domain_checks (domain, states)
      values (${own.domain}, ${sql.json({ ...known, ...states })})
      on conflict (only_row) do update set domain = excluded.domain, states = excluded.states`;
    if (isWorse) await sql`insert into private.staff_events (kind) values ('mail_domain')`;
  });
}
