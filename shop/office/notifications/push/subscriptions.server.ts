import * as v from "valibot";
import { asShop, inTransaction } from "#db/client.server.ts";
import { pushKey } from "#integrations/push/push-key.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";

/** A browser that gets push messages. */
export interface PushDevice {
  readonly id: string;
  readonly user_agent: string;
  readonly is_current: boolean;
}

/** Maximum devices of one person. A further one replaces the oldest. */
const maxDevices = 10;

const base64url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.maxLength(200),
    v.regex(/^[\w-]+=*$/),
    v.transform((text) => Buffer.from(text, "base64url")),
    v.check((decoded) => decoded.byteLength === bytes),
  );

/** `PushSubscription.toJSON()` of the browser. */
const subscriptionSchema = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1000), v.url(), v.startsWith("https://")),
  keys: v.object({
    p256dh: v.pipe(
      base64url(65),
      // The first byte of an uncompressed point.
      v.check((point) => point[0] === 4),
    ),
    auth: base64url(16),
  }),
});

/** @returns null for invalid JSON, without a session, and for a person who is not staff */
function readSubscription(actor: Person, json: unknown) {
  const session = sessionOf(actor);
  if (!isStaff(actor) || session === null) return null;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.maxLength(3000), v.parseJson(), subscriptionSchema),
    json,
  );
  return parsed.success ? { session, ...parsed.output } : null;
}

/**
 * Stores the subscription of the actor's browser for the actor's present session. A browser that another member of staff used
 * before becomes the actor's.
 * @param json `PushSubscription.toJSON()` as text
 * @returns false for invalid JSON, without a session, and for a person who is not staff
 */
export async function subscribePush(
  actor: Person,
  json: unknown,
  userAgent: string,
): Promise<boolean> {
  const subscription = readSubscription(actor, json);
  if (!subscription) return false;
  const { session, endpoint, keys } = subscription;
  await inTransaction(async (sql) => {
    await sql`
      insert into private.push_subscriptions (person_id, session_id, endpoint, public_key, secret, user_agent)
      values (${actor.id}, ${session}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${userAgent.slice(0, 300)})
      on conflict on constraint push_endpoint_taken do update set
        person_id = excluded.person_id, session_id = excluded.session_id, public_key = excluded.public_key,
        secret = excluded.secret, user_agent = excluded.user_agent`;
    await sql`
      delete from private.push_subscriptions where id in (
        select id from private.push_subscriptions where person_id = ${actor.id}
        order by created_at desc, id offset ${maxDevices})`;
  });
  return true;
}

/**
 * Resumes the messages to the actor's browser after a sign-in, unless the device was turned off. Stops the messages of
 * another person who used this browser before.
 * @param json `PushSubscription.toJSON()` as text
 * @returns false for invalid JSON, without a session, and for a person who is not staff
 */
export async function renewPush(actor: Person, json: unknown): Promise<boolean> {
  const subscription = readSubscription(actor, json);
  if (!subscription) return false;
  const { session, endpoint } = subscription;
  await asShop()`
    update private.push_subscriptions
    set session_id = case when person_id = ${actor.id} then ${session}::uuid end
    where endpoint = ${endpoint}`;
  return true;
}

/**
 * The actor's devices that are signed in, newest first, and the key with which a browser subscribes
 * (`applicationServerKey`, base64url).
 */
export async function listPushDevices(
  actor: Person,
): Promise<{ devices: readonly PushDevice[]; publicKey: string }> {
  const { publicKey } = await pushKey();
  if (!isStaff(actor)) return { devices: [], publicKey };
  const devices = await asShop()<PushDevice[]>`
    select id, user_agent, session_id is not distinct from ${sessionOf(actor)} as is_current
    from private.push_subscriptions where person_id = ${actor.id} and session_id is not null order by created_at desc, id`;
  return { devices, publicKey };
}

/** Removes one of the actor's devices. Another person's device is not affected. */
export async function removePushDevice(actor: Person, id: string): Promise<void> {
  await asShop()`delete from private.push_subscriptions where id = ${id} and person_id = ${actor.id}`;
}

function sessionOf({ claims }: Person): string | null {
  return typeof claims.session_id === "string" ? claims.session_id : null;
}
