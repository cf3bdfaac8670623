import { type Language, localPath } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { staffMailTexts } from "../compose-digest-mail.ts";
import { type Noticed, noticeLine } from "../notice-line.ts";
import { mailedByDefault, type NotificationDraft } from "../notification.ts";

export const sendPushTask = "send-push";

/** What the service worker shows (server/endpoints/service-worker.ts). It contains no customer data. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The page that a click opens. */
  readonly path: string;
}

interface Receiver extends Noticed {
  readonly subscription_id: string;
  readonly language: Language;
  readonly shop: string;
}

/** Queues a push message for each notification and each device of the staff who chose its kind. */
export async function queuePushes(sql: Sql, drafts: readonly NotificationDraft[]): Promise<void> {
  const receivers = await sql<Receiver[]>`
    with devices as materialized (
      select d.id, p.language, private.permissions_of(p.id) as permissions, p.id as person_id,
        coalesce(s.pushed, ${[...mailedByDefault]}::text[]) as pushed
      from private.push_subscriptions d join profiles p on p.id = d.person_id
      left join private.staff_preferences s on s.person_id = p.id
      where p.role in ('USER', 'ADMIN') and d.session_id is not null
    )
    select devices.id as subscription_id, devices.language, shop.name as shop, d.kind, d.facts
    from rows from (jsonb_to_recordset(${sql.json(drafts)})
      as (kind text, permission text, person_id uuid, facts jsonb)) with ordinality
      as d (kind, permission, person_id, facts, place)
    join devices on coalesce(d.person_id = devices.person_id, true) and d.kind = any (devices.pushed)
      and coalesce(d.permission = any (devices.permissions), cardinality(devices.permissions) > 0)
    cross join shop_settings shop order by devices.id, d.place`;
  for (const { subscription_id, language, shop, kind, facts } of receivers) {
    const { label, value } = noticeLine({ kind, facts }, language);
    const message: PushMessage = {
      title: shop,
      body: `${label}: ${value}`,
      path: localPath(language, "/admin/Notifications"),
    };
    await enqueue(sql, subscription_id, message);
  }
}

/** Queues an example for each of the actor's devices. */
export async function queuePushExample(actor: Person): Promise<void> {
  const sql = asShop();
  const devices = await sql<{ id: string; language: Language; shop: string }[]>`
    select d.id, p.language, shop.name as shop
    from private.push_subscriptions d join profiles p on p.id = d.person_id cross join shop_settings shop
    where d.person_id = ${actor.id} and d.session_id is not null`;
  for (const { id, language, shop } of devices) {
    const message: PushMessage = {
      title: shop,
      body: staffMailTexts[language].example,
      path: localPath(language, "/admin/Notifications"),
    };
    // A repeated request replaces an example that was not sent yet.
    await enqueue(sql, id, message, `push-example:${id}`);
  }
}

async function enqueue(
  sql: Sql,
  subscription_id: string,
  message: PushMessage,
  key: string | null = null,
): Promise<void> {
  const payload = sql.json({ subscription_id, message });
  await sql`select private.enqueue(${sendPushTask}, ${payload}::jsonb::json, ${key})`;
}
