import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { mailboxName, visitMailbox } from "#integrations/mail-events/bounce-mailbox.server.ts";
import { readReport } from "#integrations/mail-events/read-report.ts";
import { stopByOneClick } from "#shop/consent/change-choices.server.ts";
import { type MailedStop, readMailedStop } from "#shop/consent/stop-by-mail.ts";
import { recordMailEvents } from "./record-mail-events.server.ts";

/** Minutes after which another process may read a mailbox whose reader is silent. */
const leaseMinutes = 10;

/** How the mailbox of bounces was read last. */
export interface BounceMailbox {
  /** ISO 8601; null before the first visit. */
  readonly readAt: string | null;
  /** What the last visit said when it failed. */
  readonly problem: string | null;
}

/**
 * Reads what came back to the mailbox of bounces, and the mails that stop a topic. One process at a time; what was read is known after each mail, and a mail that a
 * killed process read is read again, which counts once.
 * @param address MAIL_BOUNCES
 */
export async function readBounces(address: string): Promise<void> {
  const name = mailboxName(address);
  const sql = asShop();
  await sql`insert into private.mail_mailboxes (name) values (${name}) on conflict do nothing`;
  const [place] = await sql<{ uidValidity: string; lastUid: number }[]>`
    update private.mail_mailboxes set leased_until = clock_timestamp() + make_interval(mins => ${leaseMinutes})
    where name = ${name} and (leased_until is null or leased_until < clock_timestamp())
    returning uid_validity::text as "uidValidity", last_uid::float8 as "lastUid"`;
  if (!place) return;
  let problem: string | null = null;
  try {
    await visitMailbox(address, {
      place,
      take: async (message) => {
        const stop = readMailedStop(message);
        if (stop) return obey(stop);
        const events = readReport(message);
        return events.length > 0 && recordMailEvents(events, { isProven: false });
      },
      note: async ({ uidValidity, lastUid }) => {
        await sql`
          update private.mail_mailboxes set uid_validity = ${uidValidity}::numeric, last_uid = ${lastUid} where name = ${name}`;
      },
    });
  } catch (error) {
    problem = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    log.warn({ err: error, mailbox: name }, "the mailbox of bounces was not read");
  }
  await sql`
    update private.mail_mailboxes set leased_until = null, problem = ${problem},
      read_at = case when ${problem}::text is null then clock_timestamp() else read_at end
    where name = ${name}`;
}

/** @returns whether the mail has an unsubscribe link of this shop, also one whose person is unsubscribed already */
async function obey({ token, topic, campaignId }: MailedStop): Promise<boolean> {
  const stopped = await stopByOneClick(token, topic, { campaign: campaignId });
  return stopped.ok || stopped.problem !== "link_invalid";
}

/** @param address MAIL_BOUNCES */
export async function readBounceMailbox(address: string): Promise<BounceMailbox> {
  const [row] = await asShop()<{ read_at: Date | null; problem: string | null }[]>`
    select read_at, problem from private.mail_mailboxes where name = ${mailboxName(address)}`;
  return { readAt: row?.read_at?.toISOString() ?? null, problem: row?.problem ?? null };
}
