import { expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { purgeGuests } from "./purge-guests.server.ts";

const database = testDatabase({ demo: true });

interface Made {
  /** Days since the account was created. */
  readonly age: number;
  /** Days since its session was last used; missing without a session. */
  readonly used?: number;
  readonly anonymous?: boolean;
  readonly ordered?: boolean;
}

async function make({ age, used, anonymous = true, ordered = false }: Made): Promise<string> {
  const sql = asSeed();
  const ago = (days: number) => sql`now() - make_interval(days => ${days})`;
  const [user] = await sql<{ id: string }[]>`
    insert into auth.users (is_anonymous, created_at) values (${anonymous}, ${ago(age)}) returning id`;
  const id = user?.id ?? "";
  if (used !== undefined) {
    await sql`
      insert into auth.sessions (user_id, created_at, refreshed_at) values (${id}, ${ago(age)}, ${ago(used)})`;
  }
  if (ordered) {
    await sql`
      insert into orders (customer_id, status, email, recipient, phone, address, subtotal, discount, shipping,
        tax_included, total, shipping_name, courier, service, earliest, latest, terms_version, idempotency_key,
        request_hash)
      values (${id}, 'canceled', 'tamu@contoh.test', 'Tamu', '+6281234567890', '{}', 1000, 0, 0, 0, 1000,
        'Reguler', 'JNE', 'REG', now(), now(), '1', ${id}, 'x')`;
  }
  return id;
}
const isThere = async (id: string) =>
  (await asSeed()`select from auth.users where id = ${id}`).length === 1;

test("only guests without orders and a month of inactivity are erased", async () => {
  const gone = [await make({ age: 31 }), await make({ age: 90, used: 31 })];
  const retained = [
    await make({ age: 29 }),
    await make({ age: 90, used: 29 }),
    await make({ age: 900, used: 800, ordered: true }),
    await make({ age: 900, used: 800, anonymous: false }),
  ];
  const withCart = await make({ age: 90 });
  await asSeed()`
    insert into private.saved_carts (customer_id, version, lines, active_at)
    values (${withCart}, gen_random_uuid(), '[]', now() - interval '3 days')`;

  expect(await purgeGuests()).toBe(2);
  for (const id of gone) expect(await isThere(id)).toBe(false);
  for (const id of [...retained, withCart]) expect(await isThere(id)).toBe(true);
  const [left] = await asSeed()`
    select count(*)::int as rows from auth.sessions s where s.user_id = any (${gone})`;
  expect(left?.rows).toBe(0);
  expect(await purgeGuests()).toBe(0);
});

test("the merchant sets the number of days", async () => {
  const id = await make({ age: 8, used: 8 });
  await purgeGuests(9);
  expect(await isThere(id)).toBe(true);
  await purgeGuests(7);
  expect(await isThere(id)).toBe(false);
});

test("a guest who cannot be deleted does not block the others", async () => {
  const [held, free] = [await make({ age: 60 }), await make({ age: 50 })];
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`create table public.held (guest uuid references auth.users (id))`;
  await owner`insert into public.held values (${held})`;
  await owner.end();
  expect(await purgeGuests()).toBe(1);
  expect([await isThere(held), await isThere(free)]).toEqual([true, false]);
});
