import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { maxOfDay, readCalendar } from "./calendar.server.ts";
import { daysOf, isMonth, monthBeside, weeksOf } from "./month.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
beforeAll(() => provideSecret(Buffer.alloc(32, "a")));

/** Stores a campaign. @param at by the clock of Jakarta */
async function add(name: string, at: string, status = "scheduled"): Promise<string> {
  const id = randomUUID();
  await asSeed()`
    insert into private.mail_campaigns (id, name, status, scheduled_at, started_at, ended_at)
    select ${id}, ${name}, ${status}, m.at, case when ${status} = 'sent' then m.at end, case when ${status} = 'sent' then m.at end
    from (select ${at}::timestamp at time zone 'Asia/Jakarta' as at) m`;
  return id;
}

test("months have their days, weeks begin on Monday, and the ends of time have no neighbours", () => {
  expect(daysOf("2028-02")).toHaveLength(29);
  expect(daysOf("2026-11").at(-1)).toBe("2026-11-30");
  expect(monthBeside("2026-12", 1)).toBe("2027-01");
  expect(monthBeside("2026-01", -1)).toBe("2025-12");
  expect(monthBeside("2000-01", -1)).toBeUndefined();
  expect(monthBeside("2999-12", 1)).toBeUndefined();
  const weeks = weeksOf("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks[5]).toEqual(["2026-11-30", null, null, null, null, null, null]);
  for (const text of ["2026-13", "2026-00", "1999-12", "2026-1", "", "2026-11-01", "0x7e8-01"]) {
    expect(isMonth(text)).toBe(false);
  }
});

test("campaigns stand on the day of the shop on which they begin, in order, without drafts and automations", async () => {
  const late = await add("Tengah malam", "2026-03-31 23:59");
  const next = await add("Besoknya", "2026-04-01 00:00", "sent");
  const early = await add("Pagi", "2026-03-31 00:00");
  await asSeed()`
    insert into private.mail_campaigns (id, name) values (${randomUUID()}, 'Draf')`;
  const march = await readCalendar(admin, "2026-03");
  expect(march.days).toEqual([
    {
      day: "2026-03-31",
      isMore: false,
      entries: [
        { id: early, name: "Pagi", status: "scheduled", time: "00:00" },
        { id: late, name: "Tengah malam", status: "scheduled", time: "23:59" },
      ],
    },
  ]);
  expect((await readCalendar(admin, "2026-04")).days.flatMap(({ entries }) => entries)).toEqual([
    { id: next, name: "Besoknya", status: "sent", time: "00:00" },
  ]);
  expect((await readCalendar(demoPerson("customer@etalase.test"), "2026-03")).days).toEqual([]);
  expect(march.month).toBe("2026-03");
  const [shop] = await asSeed()<{ today: string }[]>`
    select to_char(now() at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as today`;
  expect(await readCalendar(admin, null)).toMatchObject({
    today: shop?.today,
    month: shop?.today.slice(0, 7),
  });

  // The day is that of the shop's own zone.
  await asSeed()`update shop_settings set time_zone = 'Asia/Jayapura'`;
  expect(
    (await readCalendar(admin, "2026-04")).days.flatMap(({ entries }) => entries),
  ).toMatchObject([
    { id: late, time: "01:59" },
    { id: next, time: "02:00" },
  ]);
  await asSeed()`update shop_settings set time_zone = 'Asia/Jakarta'`;
});

test("a month shows a few of each day and a day two hundred, by an index, however many there are", async () => {
  await asSeed()`
    insert into private.mail_campaigns (id, name, status, scheduled_at)
    select gen_random_uuid(), 'Banyak ' || n, 'scheduled', timestamptz '2025-05-05 03:00+00' + n * interval '1 second'
    from generate_series(1, 300) n`;
  const [day] = (await readCalendar(admin, "2025-05")).days;
  expect(day).toMatchObject({ day: "2025-05-05", isMore: true });
  expect(day?.entries.map(({ name }) => name)).toEqual([
    "Banyak 1",
    "Banyak 2",
    "Banyak 3",
    "Banyak 4",
  ]);
  const [whole] = (await readCalendar(admin, "2025-05", "2025-05-05")).days;
  expect(whole?.entries).toHaveLength(maxOfDay);
  expect(whole?.isMore).toBe(true);
  const plan = await asSeed().begin(async (sql) => {
    await sql.unsafe("set local enable_seqscan = off");
    await sql.unsafe("set local enable_bitmapscan = off");
    return sql.unsafe(`explain select id from private.mail_campaigns where automation is null
      and coalesce(started_at, scheduled_at) >= '2025-05-05' and coalesce(started_at, scheduled_at) < '2025-05-06'
      order by coalesce(started_at, scheduled_at), id limit 5`);
  });
  expect(JSON.stringify(plan)).toContain("mail_campaigns_calendar");
  expect(JSON.stringify(plan)).not.toContain("Sort");
});
