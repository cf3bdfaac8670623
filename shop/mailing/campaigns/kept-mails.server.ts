import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { fillVersion, readyVersion } from "./send/compose-message.server.ts";

/** A mail of a campaign that was kept, because the shop has no mail server. */
export interface KeptMail {
  /** `{campaign's number}.{delivery's number}`. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly created_at: Date;
}

const maxKept = 100;

interface Stored {
  readonly campaign: number;
  readonly n: number;
  readonly topic: string;
  readonly campaign_id: string;
  readonly recipient_id: string;
  readonly email: string;
  readonly name: string | null;
  readonly code: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly ended_at: Date;
}

/**
 * The mails that campaigns kept, the newest first, at most a hundred. They are rendered now: no mail is stored.
 * @param id one of them alone
 */
export async function listKeptMails(publicUrl: string, id?: string): Promise<KeptMail[]> {
  const [, campaign = null, n = null] = /^(\d{1,9})\.(\d{1,9})$/.exec(id ?? "") ?? [];
  if (id !== undefined && campaign === null) return [];
  const sql = asShop();
  const chosen =
    campaign === null
      ? sql`d.campaign in (
          select k.campaign from private.mail_chunks k where k.kept > 0 group by k.campaign order by k.campaign desc limit 3)`
      : sql`d.campaign = ${campaign}::integer and d.n = ${n}::integer`;
  const rows = await sql<Stored[]>`
    select d.campaign, d.n, c.id as campaign_id, c.topic, r.id as recipient_id, r.email, r.name, p.code, v.language, v.subject, v.html, v.text, d.ended_at
    from private.mail_deliveries d join private.mail_campaigns c on c.number = d.campaign
    join private.mail_recipients r on r.id = d.recipient_id join private.mail_versions v on v.id = d.version_id
    left join private.mail_codes m on m.campaign = d.campaign and m.n = d.n left join promo_codes p on p.id = m.code_id
    where ${chosen} and d.state = 'kept' order by d.campaign desc, d.n limit ${maxKept}`;
  return rows.map((row) => ({
    id: `${row.campaign}.${row.n}`,
    to: row.email,
    ...fillVersion({ publicUrl }, readyVersion(row), {
      recipientId: row.recipient_id,
      topic: row.topic,
      name: row.name,
      code: row.code,
      campaignId: row.campaign_id,
    }),
    created_at: row.ended_at,
  }));
}
