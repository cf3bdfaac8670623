import { randomUUID } from "node:crypto";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { type ComposedMail, layoutMail } from "#integrations/mail/layout.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { staffMailTexts } from "./compose-digest-mail.ts";
import {
  mailedByDefault,
  type NotificationDraft,
  type NotificationFacts,
  type NotificationKind,
} from "./notification.ts";

interface Noticed {
  readonly kind: NotificationKind;
  readonly facts: NotificationFacts;
}

interface Receiver {
  readonly email: string;
  readonly language: Language;
  readonly shop: string;
  readonly notices: readonly Noticed[];
}

/** Queues one mail to each member of staff who chose any of these kinds, in the transaction that handles the events. */
export async function mailNotifications(
  sql: Sql,
  drafts: readonly NotificationDraft[],
): Promise<void> {
  const receivers = await sql<Receiver[]>`
    with staff as materialized (
      select p.id, u.email, p.language, private.permissions_of(p.id) as permissions,
        coalesce(s.mailed, case p.role when 'ADMIN' then ${[...mailedByDefault]}::text[] else '{}' end) as mailed
      from profiles p join auth.users u on u.id = p.id left join private.staff_preferences s on s.person_id = p.id
      where p.role in ('USER', 'ADMIN') and u.email_confirmed_at is not null
    )
    select staff.email, staff.language, shop.name as shop,
      json_agg(json_build_object('kind', d.kind, 'facts', d.facts) order by d.place) as notices
    from rows from (jsonb_to_recordset(${sql.json(drafts)})
      as (kind text, permission text, person_id uuid, facts jsonb)) with ordinality
      as d (kind, permission, person_id, facts, place)
    join staff on coalesce(d.person_id = staff.id, true) and d.kind = any (staff.mailed)
      and coalesce(d.permission = any (staff.permissions), cardinality(staff.permissions) > 0)
    cross join shop_settings shop
    group by staff.id, staff.email, staff.language, shop.name order by staff.id`;
  for (const { email, language, shop, notices } of receivers) {
    const address = config().publicUrl + localPath(language, "/admin/Notifications");
    const mail = composeNoticeMail(language, shop, notices, address);
    await queueMail(sql, {
      kind: "email",
      to: email,
      ...mail,
      dedupeKey: `staff-notice:${randomUUID()}`,
    });
  }
}

/** Composes the mail about new notifications. It contains no customer data. */
function composeNoticeMail(
  language: Language,
  shopName: string,
  notices: readonly Noticed[],
  address: string,
): ComposedMail {
  const { kinds, now, button } = staffMailTexts[language];
  const lines = notices.map(({ kind, facts }) => ({
    label: kinds[kind],
    value: whatOf(facts, language),
  }));
  const count = notices.reduce((sum, { facts }) => sum + facts.count, 0);
  const [first] = lines;
  const subject =
    lines.length === 1 && first ? `${first.label}: ${first.value}` : now.subject(count);
  const page = layoutMail({
    language,
    shopName,
    preview: lines.map(({ label, value }) => `${label}: ${value}`).join(", "),
    blocks: [
      { kind: "heading", text: subject },
      { kind: "text", text: now.text },
      { kind: "lines", lines },
      { kind: "button", text: button, url: address },
    ],
    footer: now.footer(shopName),
  });
  return { subject, ...page };
}

function whatOf(facts: NotificationFacts, language: Language): string {
  const { count, number, total, sku, task, approval, campaign, sale } = facts;
  const parts = [
    number,
    total === undefined ? undefined : formatRupiah(total, language),
    sku,
    task?.title,
    approval?.title,
    campaign,
    sale,
  ].filter((part) => part !== undefined);
  return count > 1 || parts.length === 0 ? String(count) : parts.join(" · ");
}
