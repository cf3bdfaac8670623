import { randomUUID } from "node:crypto";
import { hashesOf } from "#shop/consent/address-hash.server.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { armsOf, contentOfArm } from "#shop/mailing/campaigns/trial/arm.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

/** Subscribes so many new addresses to news: `{prefix}{1…count}@{one of the domains}`. @returns the addresses */
export async function subscribeMany(
  count: number,
  { prefix = "pelanggan", domains = ["gmail.com", "contoh.test"] } = {},
): Promise<string[]> {
  const emails = Array.from(
    { length: count },
    (_, index) => `${prefix}${index + 1}@${domains[index % domains.length]}`,
  );
  for (let from = 0; from < emails.length; from += 2_000) {
    const part = emails.slice(from, from + 2_000);
    const hashes = part.map(hashesOf);
    await asSeed()`
      with added as (
        insert into private.mail_recipients (email, language, name, email_hash, mailbox_hash)
        select e.email, case when e.place % 3 = 0 then 'en' else 'id' end, case when e.place % 2 = 0 then 'Rina' end,
          decode(e.email_hash, 'hex'), decode(e.mailbox_hash, 'hex')
        from unnest(${part}::text[], ${hashes.map((hash) => hash.emailHash.toString("hex"))}::text[],
          ${hashes.map((hash) => hash.mailboxHash.toString("hex"))}::text[])
          with ordinality e (email, email_hash, mailbox_hash, place)
        returning id
      )
      select private.subscribe(id, 'news', 'imported', 'import') from added`;
  }
  return emails;
}

/** The content of a short mail. */
export const shortContent: CampaignContent = {
  subject: "Kabar untuk {name|Anda}",
  preheader: "Yang baru minggu ini",
  blocks: [
    { kind: "heading", text: "Halo {name|Sahabat}" },
    { kind: "text", text: "Barang **baru** sudah datang." },
    { kind: "button", text: "Lihat", url: "/Shop" },
  ],
};

/**
 * A campaign that is about to be frozen, with both languages.
 * @param promotion whose codes its mails name
 * @param holdout percent of the recipients that get nothing
 * @returns its number
 */
export async function startCampaign(
  content: CampaignContent = shortContent,
  promotion: string | null = null,
  holdout = 0,
): Promise<number> {
  const sql = asSeed();
  const [made] = await sql<{ number: number }[]>`
    insert into private.mail_campaigns (id, name, topic, fallback_language, window_from, window_to, voucher_promotion_id, holdout)
    values (${randomUUID()}, 'Kabar minggu ini', 'news', 'id', 0, 0, ${promotion}, ${holdout}) returning number`;
  const number = made?.number ?? 0;
  for (const language of ["id", "en"]) {
    for (const arm of armsOf(content)) {
      const { subject, preheader, blocks } = contentOfArm(content, arm);
      await sql`
        insert into private.mail_versions (campaign, language, arm, subject, preheader, blocks)
        values (${number}, ${language}, ${arm}, ${subject}, ${preheader}, ${sql.json(blocks)})`;
    }
  }
  await sql`
    update private.mail_campaigns set status = 'freezing', audience = 0, tick_at = clock_timestamp(), started_at = clock_timestamp(),
      timeline = (select timeline_id from pg_catalog.pg_control_checkpoint())
    where number = ${number}`;
  return number;
}

/** Lets mails out as fast as the machine can, and as many to one person as a test sends. */
export async function removePace(): Promise<void> {
  await asSeed()`update private.mail_limits set per_second = 10000, now_per_second = 10000`;
  await asSeed()`update private.mail_caps set mails = 1000, warms_up = false`;
}

export interface CampaignSums {
  readonly status: string;
  readonly total: number;
  readonly [state: string]: number | string;
}

/** The tallies of a campaign, and the states of its rows counted anew. */
export async function sumsOf(
  number: number,
): Promise<{ tallies: CampaignSums; counted: Record<string, number> }> {
  const [row] = await asSeed()<{ tallies: CampaignSums; counted: Record<string, number> | null }[]>`
    select json_build_object('status', c.status, 'total', c.total, 'sum', coalesce(s.sum, 0)) as tallies,
      (select json_object_agg(state, n) from (
        select state, count(*)::int as n from private.mail_deliveries where campaign = ${number} group by state) d) as counted
    from private.mail_campaigns c, lateral (
      select sum(pending + begun + accepted + kept + refused + deferred + uncertain + skipped + bounced + complained)::int as sum
      from private.mail_chunks where campaign = c.number) s
    where c.number = ${number}`;
  if (!row) throw new Error("no such campaign");
  return { tallies: row.tallies, counted: row.counted ?? {} };
}
