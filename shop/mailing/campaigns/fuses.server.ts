import { asShop, inTransaction } from "#db/client.server.ts";
import type { HandOverEnd } from "#integrations/mail/classify-reply.ts";
import { maxComplaintsPerMille, minMailsForComplaints } from "./complaints.ts";

/** Why a campaign pauses by itself and waits for a person. */
export type PauseReason =
  | "person"
  | "bounces"
  | "complaints"
  | "policy"
  | "login"
  | "key"
  | "silent"
  | "restored"
  | "content"
  | "product"
  /** A rule finds no product any more. */
  | "rule"
  | "voucher"
  /** Who scheduled it may send no campaigns any more. */
  | "sender"
  /** More recipients than its sender may reach alone, or than were approved. */
  | "size";

/** Policy refusals in a row after which sending harms the sender's name. */
const maxPolicyRefusals = 20;
/** Refused addresses in a thousand that a clean list stays below, once so many mails are out. */
const maxRefusedPerMille = 50;
const minMails = 500;

/** Pauses every campaign under way, or one of them. @returns how many */
export function pauseByFuse(
  reason: PauseReason,
  campaign?: number,
  detail?: string,
): Promise<number> {
  return inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:send-campaigns', true)`;
    const paused = await sql`
      update private.mail_campaigns set status = 'paused', paused_why = ${reason}, paused_at = now(),
        paused_detail = ${detail?.slice(0, 300) ?? null},
        waits_for = null, waits_since = null
      where status in ('freezing', 'sending') and (${campaign ?? null}::integer is null or number = ${campaign ?? null})
      returning number`;
    return paused.length;
  });
}

/** Pauses a campaign that too many recipients complain about. */
export async function checkComplaints(campaign: number): Promise<void> {
  const [row] = await asShop()<{ tripped: boolean }[]>`
    select sum(accepted + bounced + complained) >= ${minMailsForComplaints}
      and sum(complained) * 1000 >= sum(accepted + bounced + complained) * ${maxComplaintsPerMille} as tripped
    from private.mail_chunks where campaign = ${campaign}`;
  if (row?.tripped) await pauseByFuse("complaints", campaign);
}

/** Pauses a campaign of which too many addresses are refused, at once or by a report that came later. */
export async function checkBounces(campaign: number): Promise<void> {
  const [row] = await asShop()<{ tripped: boolean }[]>`
    select sum(accepted + refused + bounced) >= ${minMails}
      and sum(refused + bounced) * 1000 > sum(accepted + refused + bounced) * ${maxRefusedPerMille} as tripped
    from private.mail_chunks where campaign = ${campaign}`;
  if (row?.tripped) await pauseByFuse("bounces", campaign);
}

/** Pauses campaigns that show a product which is sold out, no longer published, or dearer than they say. */
export async function checkProducts(): Promise<void> {
  const rows = await asShop()<{ campaign: number; name: string }[]>`
    select distinct on (v.campaign) v.campaign, p.name ->> 'id' as name
    from private.mail_campaigns c join private.mail_versions v on v.campaign = c.number
    cross join lateral jsonb_to_recordset(v.products) as shown (id uuid, price bigint)
    join products p on p.id = shown.id
    where c.status = 'sending' and c.watches_products
      and (p.status <> 'published' or p.stock_band = 'out' or p.price_from > shown.price)
    order by v.campaign, 2`;
  for (const { campaign, name } of rows) await pauseByFuse("product", campaign, name);
}

/** Pauses campaigns whose codes would be worth nothing, or end within two days. */
export async function checkVouchers(): Promise<void> {
  const rows = await asShop()<{ number: number; name: string }[]>`
    select c.number, p.name ->> 'id' as name from private.mail_campaigns c join promotions p on p.id = c.voucher_promotion_id
    where c.status in ('freezing', 'sending') and (
      not p.enabled or p.ends_at < now() + interval '48 hours' or p.used >= p.usage_limit or p.spent >= p.budget)`;
  for (const { number, name } of rows) await pauseByFuse("voucher", number, name);
}

/** Milliseconds between two looks at the share of refused addresses: a chunk of a thousand mails may take minutes. */
const checkEveryMs = 500;

/** Notices a campaign's troubles. One for each campaign and process. */
export class Fuse {
  readonly #campaign: number;
  #hasRefusals = true;
  /** Milliseconds of `performance.now()`. */
  #checkedAt = 0;

  constructor(campaign: number) {
    this.#campaign = campaign;
  }

  /** Counts policy refusals in a row, over all processes, and looks at the share of refused addresses after a refused one. */
  async note(end: HandOverEnd): Promise<void> {
    if (end.state === "accepted" && this.#hasRefusals) {
      this.#hasRefusals = false;
      await asShop()`
        update private.mail_campaigns set policy_refusals = 0 where number = ${this.#campaign} and policy_refusals > 0`;
    }
    if (end.state === "refused") {
      const now = performance.now();
      if (now - this.#checkedAt < checkEveryMs) return;
      this.#checkedAt = now;
      return this.check();
    }
    if (end.state !== "deferred" || end.trouble !== "policy") return;
    this.#hasRefusals = true;
    const [row] = await asShop()<{ policy_refusals: number }[]>`
      update private.mail_campaigns set policy_refusals = policy_refusals + 1 where number = ${this.#campaign}
      returning policy_refusals`;
    if (row && row.policy_refusals >= maxPolicyRefusals)
      await pauseByFuse("policy", this.#campaign);
  }

  /** Looks at the share of refused addresses. */
  check(): Promise<void> {
    return checkBounces(this.#campaign);
  }
}
