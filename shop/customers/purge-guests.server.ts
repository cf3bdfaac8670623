import { log } from "#base/log.server.ts";
import { asShop, inTransaction, type Sql, type SqlFragment } from "#db/client.server.ts";

/** So many in one night; the rest waits for the next. */
const maxConcurrency = 5_000;
export const defaultGuestDays = 30;

/**
 * The job: guests who have bought nothing and have not been here for so many days are erased, with all that was kept of
 * them. Nobody could come back as one of them but by a cookie that has not been shown since.
 * @returns how many
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
      // A merchant's own table may hold on to one of them.
      log.warn({ err: error, guest: id }, "a guest could not be forgotten");
    }
  }
  return count;
}

async function forget(sql: Sql, id: string, days: number): Promise<boolean> {
  // An order that is being placed holds this row: it is looked for once that has ended.
  const [held] = await sql`select from auth.users where id = ${id} for update skip locked`;
  if (!held) return false;
  const [guest] =
    await sql`select from auth.users u where u.id = ${id} and ${isForgotten(sql, days)}`;
  if (!guest) return false;
  await sql`select private.erase_person(${id})`;
  return true;
}

/** SQL: whether `auth.users u` is a guest without an order whose last sign of life is older than that. */
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
