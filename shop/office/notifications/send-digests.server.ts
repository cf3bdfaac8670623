import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import { inTransaction } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { composeDigestMail } from "./compose-digest-mail.ts";
import { allNotificationKinds, type NotificationKind, notificationKinds } from "./notification.ts";

interface Receiver {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly shop: string;
  readonly day: string;
  readonly counts: readonly { readonly kind: NotificationKind; readonly count: number }[];
}

/**
 * The job, once a day: a mail to each member of staff who asked for it, about the unread notifications of the last day that
 * they may still see. Nobody gets one without any.
 */
export async function sendDigests(): Promise<void> {
  await inTransaction(async (sql) => {
    const kinds = allNotificationKinds.map((kind) => ({
      kind,
      permission: notificationKinds[kind],
    }));
    const receivers = await sql<Receiver[]>`
      with kinds as (select * from jsonb_to_recordset(${sql.json(kinds)}) as k (kind text, permission text)),
      receivers as materialized (
        select p.id, u.email, p.language, private.permissions_of(p.id) as permissions
        from private.staff_preferences s join profiles p on p.id = s.person_id join auth.users u on u.id = p.id
        where s.daily_digest and p.role in ('USER', 'ADMIN') and u.email_confirmed_at is not null
      )
      select r.id, r.email, r.language, shop.name as shop,
        to_char(now() at time zone shop.time_zone, 'YYYY-MM-DD') as day,
        json_agg(json_build_object('kind', c.kind, 'count', c.count) order by c.count desc, c.kind) as counts
      from receivers r cross join shop_settings shop cross join lateral (
        select n.kind, sum((n.facts ->> 'count')::int) as count
        from private.staff_notifications n join kinds k on k.kind = n.kind
        where n.person_id = r.id and n.read_at is null and n.created_at > now() - interval '1 day'
          and coalesce(k.permission = any (r.permissions), cardinality(r.permissions) > 0)
        group by n.kind
      ) c
      group by r.id, r.email, r.language, shop.name, shop.time_zone order by r.id`;
    for (const { id, email, language, shop, day, counts } of receivers) {
      const address = config().publicUrl + localPath(language, "/admin/Notifications");
      const mail = composeDigestMail(language, shop, counts, address);
      await queueMail(sql, {
        kind: "email",
        to: email,
        ...mail,
        dedupeKey: `staff-digest:${day}:${id}`,
      });
    }
  });
}
