import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { subscribeMany } from "#tests/support/builders/campaigns.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countSegment } from "./count-segment.server.ts";
import { segmentCondition, segmentRows } from "./segment-columns.server.ts";
import { readSegmentFilter } from "./segments.server.ts";

const database = testDatabase({ demo: true, max: 6 });
const group = randomUUID();
const [mugs, shirts] = [randomUUID(), randomUUID()];

/** Who fits a segment, by the name before the address. */
async function found(text: string): Promise<string[]> {
  const read = readSegmentFilter(text);
  if (!read.ok) throw new Error(read.problem.code);
  const rows = await inTransaction(
    (sql) => sql<{ email: string }[]>`
      select r.email from ${segmentRows(sql)}
      where s.topic = 'news' and r.email ~ '^(ani|budi|citra)1@'
        and ${segmentCondition(sql, read.value, "Asia/Jakarta")} order by r.email`,
  );
  const counted = await countSegment("news", read.value);
  expect(counted.ok && counted.value.matched).toBeGreaterThanOrEqual(rows.length);
  return rows.map(({ email }) => email.split("1@")[0] ?? "");
}

beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "l"));
  for (const [prefix, domain] of [
    ["ani", "gmail.com"],
    ["budi", "hotmail.com"],
    ["citra", "contoh.test"],
  ] as const) {
    await subscribeMany(1, { prefix, domains: [domain] });
  }
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`
    update subscriptions s set level = case r.email when 'ani1@gmail.com' then 'confirmed' else 'single' end,
      changed_at = case r.email when 'ani1@gmail.com' then timestamptz '2026-03-01 23:30+07' else '2026-03-02 00:30+07' end
    from private.mail_recipients r where r.id = s.recipient_id`;
  await owner`
    update private.mail_recipients set user_id = (select id from auth.users where email = 'customer@etalase.test')
    where email = 'budi1@hotmail.com'`;
  await owner.end();
  await asSeed()`insert into customer_groups (id, name) values (${group}, 'Grosir')`;
  await asSeed()`
    insert into customer_group_members (customer_id, group_id)
    select user_id, ${group} from private.mail_recipients where email = 'budi1@hotmail.com'`;
  await asSeed()`
    insert into private.recipient_facts (recipient_id, orders, spent, first_order_at, last_order_at, categories)
    select r.id, 2, 90000, p.first_at, p.last_at, p.bought::uuid[]
    from (values
      ('ani1@gmail.com', timestamptz '2025-01-05 12:00+07', timestamptz '2026-01-05 12:00+07', ${[mugs]}::uuid[]),
      ('budi1@hotmail.com', '2026-01-05 12:00+07', '2026-01-05 12:00+07', ${[mugs, shirts]}::uuid[])
    ) p (email, first_at, last_at, bought) join private.mail_recipients r using (email)
    on conflict (recipient_id) do update set first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at,
      categories = excluded.categories`;
});

test.each([
  ["mailbox.any:gmail", ["ani"]],
  ["mailbox.none:gmail|microsoft", ["citra"]],
  ["level.any:confirmed", ["ani"]],
  ["level.none:confirmed", ["budi", "citra"]],
  ["registered.is:yes", ["budi"]],
  ["registered.is:no", ["ani", "citra"]],
  [`group.any:${group}`, ["budi"]],
  [`group.none:${group}`, ["ani", "citra"]],
  [`bought.any:${shirts}`, ["budi"]],
  [`bought.any:${mugs}`, ["ani", "budi"]],
  [`bought.none:${mugs}`, ["citra"]],
  ["first_order.until:2025-12-31", ["ani"]],
  ["first_order.from:2026-01-05", ["budi"]],
  ["last_order.from:2026-01-06", []],
  ["last_order.until:2026-01-05", ["ani", "budi"]],
  // A day is one of the shop's time zone.
  ["since.until:2026-03-01", ["ani"]],
  ["since.from:2026-03-02", ["budi", "citra"]],
] as const)("the leaf %s finds whom it should", async (text, expected) => {
  expect(await found(text)).toEqual(expected);
});

test("a pause or a limit does not move the day of the consent", async () => {
  await asSeed()`
    select private.tune_mails(id, now() + interval '30 days', 1::smallint, 'page') from private.mail_recipients
    where email = 'ani1@gmail.com'`;
  expect(await found("since.until:2026-03-01")).toEqual(["ani"]);
});
