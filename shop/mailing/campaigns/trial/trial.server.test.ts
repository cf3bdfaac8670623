import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { violatedConstraint } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import {
  removePace,
  shortContent,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import {
  demoPerson,
  giveStaffRole,
  makeCustomer,
  openTestProviders,
  provenAdmin,
  withProof,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { Arm } from "./arm.ts";
import { advanceTrial, chooseWinner } from "./choose-winner.server.ts";
import { readTrial } from "./read-arms.server.ts";

const database = testDatabase({ demo: true, max: 6 });
let count = 600;
const tried = { ...shortContent, second: { subject: "Ada yang baru", preheader: "" } };
let admin: Person;
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
  await subscribeMany(count);
});

const send = () =>
  sendCampaigns({
    smtpUrl: undefined,
    from: "Toko <kabar@shop.test>",
    publicUrl: "https://shop.test",
  });
interface TrialRow {
  readonly id: string;
  readonly status: string;
  readonly winner: Arm | null;
  readonly winner_why: string | null;
  readonly hours: number | null;
}
/** The state of a campaign, whose sums are its total at every look. */
async function stateOf(number: number): Promise<TrialRow> {
  const { tallies } = await sumsOf(number);
  expect(tallies.sum).toBe(tallies.total);
  const [row] = await asSeed()<TrialRow[]>`
    select id, status, winner, winner_why,
      round(extract(epoch from winner_due_at - clock_timestamp()) / 3600)::int as hours
    from private.mail_campaigns where number = ${number}`;
  if (!row) throw new Error("no such campaign");
  return row;
}
/** As if the four hours had passed. */
const passTime = (number: number) =>
  asSeed()`update private.mail_campaigns set winner_due_at = clock_timestamp() where number = ${number}`;
/** Recipients by their subject, the state of their mail, and their random group. */
const groupsOf = (number: number) => asSeed()<
  {
    arm: Arm;
    state: string;
    drawn: Arm | null;
    is_held_out: boolean;
    own: boolean;
    people: number;
  }[]
>`
  select v.arm, d.state, private.mail_arm(d.recipient_id, d.campaign) as drawn, v.language = r.language as own,
    private.mail_bucket(d.recipient_id, d.campaign, 'holdout') < c.holdout as is_held_out, count(*)::int as people
  from private.mail_deliveries d join private.mail_versions v on v.id = d.version_id
  join private.mail_campaigns c on c.number = d.campaign join private.mail_recipients r on r.id = d.recipient_id
  where d.campaign = ${number} group by 1, 2, 3, 4, 5`;
const click = (number: number, arm: Arm, people: number) => asSeed()`
  insert into private.mail_clicks (campaign, version_id, link, day, clicks, people)
  select campaign, id, 1, '2026-01-02', ${people}, ${people} from private.mail_versions
  where campaign = ${number} and arm = ${arm} and language = 'id'`;

test("a tenth gets each subject, the rest waits four hours and gets the one that more people bought by", async () => {
  const number = await startCampaign(tried, null, 10);
  await send();
  expect(await stateOf(number)).toMatchObject({ status: "sending", winner: null, hours: 4 });
  const trial = await groupsOf(number);
  expect(trial.every((one) => one.arm === one.drawn && !one.is_held_out && one.own)).toBe(true);
  expect(new Set(trial.map(({ state }) => state))).toEqual(new Set(["kept"]));
  const sum = (groups: readonly { people: number }[]) =>
    groups.reduce((all, one) => all + one.people, 0);
  const ofArm = (arm: Arm) => sum(trial.filter((one) => one.arm === arm));
  // A tenth of nine tenths, give or take four standard deviations.
  for (const arm of ["a", "b"] as const) expect(Math.abs(ofArm(arm) - 54)).toBeLessThan(30);
  await send();
  expect((await sumsOf(number)).tallies.total).toBe(sum(trial));

  const [b] = await asSeed()<{ id: number }[]>`
    select id from private.mail_versions where campaign = ${number} and arm = 'b' and language = 'id'`;
  for (let n = 0; n < 12; n++) {
    const { person, addressId } = await makeCustomer(`pemenang${n}`);
    const { id } = await payFor(person, addressId, `pemenang-${n}`, [1]);
    await asSeed()`
      insert into private.order_marks (order_id, campaign, version_id, via, link)
      values (${id}, ${number}, ${b?.id ?? 0}, 'click', 1)`;
  }
  // Fewer clicks do not matter.
  await click(number, "a", 40);
  const sums = {
    a: { people: ofArm("a"), orders: 0, buyers: 0, clickers: 40 },
    b: { people: ofArm("b"), orders: 12, buyers: 12, clickers: 0 },
  };
  expect(await readTrial(number)).toEqual({ sums, verdict: { winner: "b", why: "orders" } });
  await passTime(number);
  await send();
  expect(await stateOf(number)).toMatchObject({
    status: "sent",
    winner: "b",
    winner_why: "orders",
  });
  const all = await groupsOf(number);
  expect(sum(all)).toBe(count);
  for (const { arm, state, drawn, is_held_out } of all) {
    expect(state).toBe(is_held_out ? "skipped" : "kept");
    expect(arm).toBe(drawn && !is_held_out ? drawn : "b");
  }
  // What the rest brings is no part of the comparison.
  await click(number, "b", 500);
  expect((await readTrial(number))?.sums).toEqual(sums);
});

test("clicks decide where orders say nothing; paused meanwhile it waits on, and its codes are one each", async () => {
  const promotion = await makePromotion("");
  await asSeed()`update promotions set automatic = false where id = ${promotion}`;
  const content = {
    ...tried,
    blocks: [...tried.blocks, { kind: "voucher" as const, text: "Kode" }],
  };
  const number = await startCampaign(content, promotion);
  await send();
  const { id } = await stateOf(number);
  await stepCampaign(admin, id, "pause");
  await click(number, "a", 5);
  await click(number, "b", 35);
  await passTime(number);
  await send();
  expect(await stateOf(number)).toMatchObject({ status: "paused", winner: null });
  await stepCampaign(admin, id, "resume");
  expect(await stateOf(number)).toMatchObject({ status: "sending", winner: null });
  await send();
  expect(await stateOf(number)).toMatchObject({
    status: "sent",
    winner: "b",
    winner_why: "clicks",
  });
  const [codes] = await asSeed()`
    select count(*)::int as given, count(distinct m.code_id)::int as codes, min(b.made)::int as made, min(b.count)::int as count
    from private.mail_codes m join promo_batches b on b.id = ${id} where m.campaign = ${number}`;
  expect(codes).toEqual({ given: count, codes: count, made: count, count });
});

test("a segment holds for the trial and for the rest, and who is erased meanwhile gets no more", async () => {
  const number = await startCampaign(tried);
  await asSeed()`
    update private.mail_campaigns set segment_filter = 'language.any:en' where number = ${number}`;
  await send();
  // One who has a mail, and one who waits.
  await asSeed()`
    select private.forget_mail_recipient(r.ids[1]) from (
      select array_agg(d.id order by d.id) as ids from (
        select id, private.mail_arm(id, ${number}) is null as waits from private.mail_recipients
        where language = 'en' and email like 'pelanggan%') d
      group by d.waits) r`;
  await passTime(number);
  await send();
  expect(await stateOf(number)).toMatchObject({ status: "sent", winner: "a", winner_why: "none" });
  const [row] = await asSeed()`
    select count(*)::int as people, count(*) filter (where r.id is null)::int as erased,
      count(*) filter (where r.language <> 'en')::int as others
    from private.mail_deliveries d left join private.mail_recipients r on r.id = d.recipient_id
    where d.campaign = ${number}`;
  expect(row).toEqual({ people: count / 3 - 1, erased: 1, others: 0 });
  count -= 2;
});

test("whoever works at it, and whoever is killed at the choice, one winner is chosen once", async () => {
  const number = await startCampaign(tried);
  await send();
  await passTime(number);
  const { id } = await stateOf(number);
  let choices: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  const owner = openPostgres(database.url(), { max: 1 });
  try {
    await asSeed().begin(async (sql) => {
      await sql`select from private.mail_campaigns where number = ${number} for update`;
      choices = Promise.allSettled([
        ...[advanceTrial(number), advanceTrial(number)],
        chooseWinner(admin, id, "b"),
      ]);
      const waiting = () => owner<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' order by query_start, pid`;
      await expect.poll(async () => (await waiting()).length).toBe(3);
      const [first] = await waiting();
      await owner`select pg_terminate_backend(${first?.pid ?? 0}, 5000)`;
    });
  } finally {
    await owner.end();
  }
  const ends = await choices;
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(1);
  await Promise.all([send(), send(), send()]);
  const end = await stateOf(number);
  expect(end.status).toBe("sent");
  const groups = await groupsOf(number);
  expect(groups.reduce((all, one) => all + one.people, 0)).toBe(count);
  expect(groups.every(({ arm, drawn }) => arm === (drawn ?? end.winner))).toBe(true);
  const audit = await asSeed()`
    select actor_kind = case ${end.winner_why} when 'person' then 'person' else 'job' end as is_theirs, changes -> 'winner' as winner
    from audit_entries where subject_id = ${id} and 'winner' = any(fields)`;
  expect(audit).toEqual([{ is_theirs: true, winner: [null, end.winner] }]);
});

test("staff who may send end the wait by hand, once, also while it is paused; cancelled, nobody else gets it", async () => {
  const number = await startCampaign(tried);
  await send();
  const { id } = await stateOf(number);
  const problem = async (actor: Person, arm: Arm) => {
    const chosen = await chooseWinner(actor, id, arm);
    return chosen.ok ? undefined : chosen.problem;
  };
  const reader = demoPerson("staff@etalase.test");
  await giveStaffRole(reader, "reader");
  expect(await problem(await withProof(reader), "b")).toBe("not_permitted");
  await stepCampaign(admin, id, "pause");
  expect(await problem(admin, "b")).toBeUndefined();
  expect(await problem(admin, "b")).toBeUndefined();
  expect(await problem(admin, "a")).toBe("campaign_state");
  expect(await stateOf(number)).toMatchObject({ status: "paused", winner: "b" });
  await stepCampaign(admin, id, "resume");
  expect(await stateOf(number)).toMatchObject({ status: "freezing" });
  await send();
  expect(await stateOf(number)).toMatchObject({ status: "sent", winner_why: "person" });
  expect((await sumsOf(number)).tallies.total).toBe(count);

  const other = await startCampaign(tried);
  await send();
  const cancelled = await stateOf(other);
  const { total } = (await sumsOf(other)).tallies;
  await stepCampaign(admin, cancelled.id, "cancel");
  await passTime(other);
  await send();
  expect(await stateOf(other)).toMatchObject({ status: "cancelled", winner: null });
  expect((await sumsOf(other)).tallies.total).toBe(total);
  expect(await chooseWinner(admin, cancelled.id, "a")).toMatchObject({ problem: "campaign_state" });
});

test("the database lets nobody freeze without a winner, end before the rest, change the choice, or try an automation", async () => {
  const sql = asSeed();
  const plain = await startCampaign();
  const number = await startCampaign(tried);
  await send();
  const refusal = (change: PromiseLike<unknown>) =>
    Promise.resolve(change).then(() => undefined, violatedConstraint);
  const set = (of: number, values: Record<string, unknown>) =>
    refusal(sql`update private.mail_campaigns set ${sql(values)} where number = ${of}`);
  const state = "mail_campaign_state";
  expect(await set(number, { status: "freezing" })).toBe(state);
  expect(await set(number, { status: "sent", ended_at: new Date() })).toBe(state);
  expect(await set(number, { winner: "b" })).toBe("mail_campaign_trial");
  expect(await set(plain, { winner: "b", winner_why: "person" })).toBe("mail_campaign_trial");
  await set(number, { status: "paused", paused_why: "person" });
  expect(await set(number, { status: "freezing", paused_why: null })).toBe(state);
  await set(number, { winner: "b", winner_why: "person" });
  expect(await set(number, { winner: "a" })).toBe("mail_campaign_winner_once");
  expect(
    await refusal(sql`update private.mail_versions set subject = 'x' where campaign = ${number}`),
  ).toBe("mail_version_sent");
  expect(
    await refusal(sql`
      insert into private.mail_versions (campaign, language, arm)
      select number, 'id', 'b' from private.mail_campaigns where automation is not null limit 1`),
  ).toBe("mail_version_arm");
});
