import { log } from "#base/log.server.ts";
import { asShop, inTransaction, type Sql, type SqlFragment } from "#db/client.server.ts";

/** Maximum guests per night; the rest follows the next night. */
const maxConcurrency = 5_000;
export const defaultGuestDays = 30;

/**
 * The job: erases guests without orders who have been inactive for this many days, with all their data. Only a cookie
 * that was not used since could sign them in.
 * @returns the number of erased guests
 */
export async function purgeGuests(days: number = defaultGuestDays): Promise<number> {
  const sql = asShop();
  const guests = await sql<{ id: string }[]>`
    select u.id from auth.users u where ${isForgotten(sql, days)} order by u.created_at limit ${maxConcurrency}`;
  let count = 0;
  for (const { id } of guests) {
    try {
      if (await inTransaction((tx) => forget(tx, id, days))) count++;
    } catch (error) {
      // A foreign key of a merchant's own table may prevent it.
      log.warn({ err: error, guest: id }, "a guest could not be forgotten");
    }
  }
  return count;
}

async function forget(sql: Sql, id: string, days: number): Promise<boolean> {
  // An order that is being placed locks this row: the guest is checked again the next night.
  const [held] = await sql`select from auth.users where id = ${id} for update skip locked`;
  if (!held) return false;
  const [guest] =
    await sql`select from auth.users u where u.id = ${id} and ${isForgotten(sql, days)}`;
  if (!guest) return false;
  await sql`select private.erase_person(${id})`;
  return true;
}

/** SQL: whether `auth.users u` is a guest without an order who was last active before that. */
function isForgotten(sql: Sql, days: number): SqlFragment {
  const since = sql`now() - make_interval(days => ${days})`;
  return sql`
    u.is_anonymous and u.created_at < ${since} and coalesce(u.last_sign_in_at, u.created_at) < ${since}
    and private.role_of(u.id) = 'CUSTOMER'
    and not exists (select from orders o where o.customer_id = u.id)
    and not exists (
      select from auth.sessions s
      where s.user_id = u.id and coalesce(s.refreshed_at, s.created_at) >= ${since})
    and not exists (select from private.saved_carts k where k.customer_id = u.id and k.active_at >= ${since})`;
}
