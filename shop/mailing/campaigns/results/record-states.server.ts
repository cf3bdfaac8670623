import type { Sql } from "#db/client.server.ts";
import type { DomainFinding } from "#integrations/mail/domain/check-domain.ts";
import type { RecordStates } from "#shop/mailing/campaigns/check-sending.server.ts";
import { findOwnDomain } from "./find-records.server.ts";

/** What was last seen of the own domain's records; undefined while the shop has no domain of its own. */
export async function readRecordStates(sql: Sql): Promise<RecordStates | undefined> {
  const { domain, isPublic } = findOwnDomain();
  if (!isPublic) return undefined;
  const [row] = await sql<{ states: RecordStates }[]>`
    select states from private.domain_checks where domain = ${domain}`;
  return row?.states ?? {};
}

/**
 * Keeps what was seen; a line that nobody answered keeps its state.
 * @param isNight a record that was good stays good until the night, which tells all staff of it
 * @returns what was known before
 */
export async function keepRecordStates(
  sql: Sql,
  domain: string,
  found: readonly DomainFinding[],
  isNight: boolean,
): Promise<{ readonly before: RecordStates; readonly now: RecordStates }> {
  const [row] = await sql<{ domain: string; states: RecordStates }[]>`
    select domain, states from private.domain_checks for update`;
  const before = row?.domain === domain ? row.states : {};
  const now = Object.fromEntries(
    found
      .filter(({ state }) => state !== "unknown")
      .filter(({ line, state }) => isNight || state === "good" || before[line] !== "good")
      .map(({ line, state }) => [line, state]),
  ) as RecordStates;
  await sql`
    insert into private.domain_checks (domain, states) values (${domain}, ${sql.json({ ...before, ...now })})
    on conflict (only_row) do update set domain = excluded.domain, states = excluded.states`;
  return { before, now };
}
