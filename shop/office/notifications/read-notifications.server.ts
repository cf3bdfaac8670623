import { asShop } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";
import { kindsFor, type Notification } from "./notification.ts";

const perPage = 50;
/** Unread ones that are counted: the bell shows `99+`. */
export const maxUnread = 99;

/** Days for which a read notification is kept, and any. */
const readDays = 30;
const allDays = 90;

/** @returns at most `maxUnread` and one */
export async function countUnread(actor: Person): Promise<number> {
  if (!isStaff(actor)) return 0;
  const [row] = await asShop()<{ n: number }[]>`
    select count(*)::int as n from (
      select from private.staff_notifications
      where person_id = ${actor.id} and read_at is null and kind = any (${[...kindsFor(actor.permissions)]}::text[])
      limit ${maxUnread + 1}) counted`;
  return row?.n ?? 0;
}

type Stored = Omit<Notification, "created_at" | "read_at"> & {
  readonly created_at: Date;
  readonly read_at: Date | null;
};

/**
 * The actor's notifications of what they may see now, newest first.
 * @param after the id that the page follows; anything else is the first page
 */
export async function listNotifications(
  actor: Person,
  after: string | null,
  limit = perPage,
): Promise<{ notifications: readonly Notification[]; after: string | null }> {
  if (!isStaff(actor)) return { notifications: [], after: null };
  const sql = asShop();
  const beyond = readId(after);
  const rows = await sql<Stored[]>`
    select id, kind, subject_id, facts, created_at, read_at from private.staff_notifications
    where person_id = ${actor.id} and kind = any (${[...kindsFor(actor.permissions)]}::text[])
      ${beyond === undefined ? sql`` : sql`and id < ${beyond}`}
    order by id desc limit ${limit + 1}`;
  const notifications = rows.slice(0, limit).map(({ created_at, read_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  }));
  return {
    notifications,
    after: rows.length > limit ? String(notifications.at(-1)?.id) : null,
  };
}

/** @returns undefined for anything but the id of a notification */
export function readId(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Marks one of the actor's own as read; a repeated call changes nothing. */
export async function markRead(actor: Person, id: number): Promise<void> {
  await asShop()`
    update private.staff_notifications set read_at = now()
    where id = ${id} and person_id = ${actor.id} and read_at is null`;
}

/** Marks the actor's own as read. @param upTo the newest that they saw: a later one stays unread */
export async function markAllRead(actor: Person, upTo: number): Promise<void> {
  await asShop()`
    update private.staff_notifications set read_at = now()
    where person_id = ${actor.id} and read_at is null and id <= ${upTo}`;
}

/** The job: removes read notifications after 30 days and all after 90. @returns the number removed */
export async function purgeNotifications(): Promise<number> {
  const { count } = await asShop()`
    delete from private.staff_notifications
    where created_at < now() - make_interval(days => ${allDays})
      or read_at < now() - make_interval(days => ${readDays})`;
  return count;
}
