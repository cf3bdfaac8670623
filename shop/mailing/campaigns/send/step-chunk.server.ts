import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";

/** A chunk that this process holds. The fence tells its lease from every other one. */
export interface Lease {
  readonly campaign: number;
  readonly chunk: number;
  readonly fence: number;
  /** Names the process. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Of the sender's address: its warm-up counts what begins. */
  readonly senderDomain: string;
}

/** A delivery that may begin. */
export interface OpenDelivery {
  readonly n: number;
  readonly attempts: number;
  /** Of the mail provider. */
  readonly domain_group: string;
}

/** A delivery that has begun: from here on it counts as possibly delivered until its end is written. */
export interface BegunDelivery {
  readonly n: number;
  readonly attempts: number;
  readonly version_id: number;
  /** Of the recipient. */
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly language: Language;
  /** The recipient's own one of the campaign's promotion; null without one. */
  readonly code: string | null;
}

/** How an attempt ended. */
export interface EndedAttempt {
  readonly n: number;
  readonly fence: number;
  readonly attempts: number;
  readonly state: "accepted" | "refused" | "deferred" | "uncertain" | "pending";
  readonly reason?: string;
  readonly retry_ms?: number;
}

export interface Step {
  /** False once the lease is lost. */
  readonly leased: boolean;
  /** Of the campaign; `closed` outside of its hours, `warm_up` once the day's mails of a new domain are used up. */
  readonly status: string;
  readonly begun: readonly BegunDelivery[];
  readonly skipped: readonly number[];
}

/** Takes the next chunk with work of a campaign; undefined when there is none. */
export async function claimChunk(
  campaign: number,
  owner: string,
  leaseMs: number,
  senderDomain: string,
): Promise<Lease | undefined> {
  const [row] = await asShop()<{ chunk: number; fence: number }[]>`
    select * from private.claim_mail_chunk(${campaign}, ${owner}, ${leaseMs})`;
  return row && { campaign, chunk: row.chunk, fence: row.fence, owner, leaseMs, senderDomain };
}

/** The deliveries of a chunk that may begin now. */
export function readOpen({ campaign, chunk }: Lease): Promise<OpenDelivery[]> {
  return asShop()<OpenDelivery[]>`
    select d.n, d.attempts, coalesce(r.domain_group, 'other') as domain_group
    from private.mail_deliveries d left join private.mail_recipients r on r.id = d.recipient_id
    where d.campaign = ${campaign} and d.n between ${chunk * 1000 + 1} and ${chunk * 1000 + 1000}
      and (d.state = 'pending' or (d.state = 'deferred' and d.due_at <= clock_timestamp()))
    order by d.n`;
}

/** Writes the ends of attempts and begins others: one statement, one commit (private.step_mail_chunk). */
export async function stepChunk(
  { campaign, chunk, owner, fence, leaseMs, senderDomain }: Lease,
  ended: readonly EndedAttempt[],
  wanted: readonly number[],
): Promise<Step> {
  const sql = asShop();
  const [row] = await sql<{ step: Step }[]>`
    select private.step_mail_chunk(${campaign}, ${chunk}, ${owner}, ${fence}, ${leaseMs},
      ${sql.json(ended)}, ${[...wanted]}::integer[], ${senderDomain}) as step`;
  if (!row) throw new Error("a step of a chunk returned nothing");
  return row.step;
}

/** Marks every delivery of a chunk as kept, where the shop has no mail server. */
export async function keepChunk({ campaign, chunk, owner, fence }: Lease): Promise<void> {
  await asShop()`select private.keep_mail_chunk(${campaign}, ${chunk}, ${owner}, ${fence})`;
}

/** Gives a chunk back; deferred deliveries in it are due later. */
export async function releaseChunk({ campaign, chunk, owner, fence }: Lease): Promise<void> {
  await asShop()`
    update private.mail_chunks set lease_owner = null, leased_until = null,
      due_at = (
        select min(d.due_at) from private.mail_deliveries d
        where d.campaign = ${campaign} and d.n between ${chunk * 1000 + 1} and ${chunk * 1000 + 1000}
          and d.state = 'deferred')
    where campaign = ${campaign} and chunk = ${chunk} and lease_owner = ${owner} and fence = ${fence}`;
}
