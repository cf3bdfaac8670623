import { randomUUID } from "node:crypto";
import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { composeNoticeMail } from "./compose-notice-mail.ts";
import type { Noticed } from "./notice-line.ts";
import { mailedByDefault, type NotificationDraft } from "./notification.ts";

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
