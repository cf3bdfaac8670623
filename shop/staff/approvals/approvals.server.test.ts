import { beforeAll, expect, test } from "vitest";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { changeStock } from "#shop/catalogue/stock/change-stock.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import { countWaiting } from "#shop/office/notifications/count-waiting.server.ts";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { makeStaff, newestApproval, setLimits } from "#tests/support/builders/limits.ts";
import { provenAdmin, stockOf, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveAct, declineAct, expireApprovals, withdrawAct } from "./decide-approval.server.ts";
import { findApproval, listApprovals } from "./list-approvals.server.ts";

const { url } = testDatabase({ demo: true, max: 20 });

let asker: Person;
let colleague: Person;
let admin: Person;
/** Has nothing to do with stock. */
let seller: Person;
beforeAll(async () => {
  [asker, colleague, seller] = await Promise.all([
    makeStaff("gudang-satu", "warehouse"),
    makeStaff("gudang-dua", "warehouse"),
    makeStaff("penjual", "sales"),
  ]);
  admin = await provenAdmin();
  await setLimits({ write_off: 100_000 });
});

const waits = { ok: false, problem: "waits_for_approval" };
const done = { ok: true, value: null };

/** A variant with 40 pieces in stock, with cost and price of Rp10.000 each. */
async function variant(): Promise<string> {
  const id = crypto.randomUUID();
  await asSeed()`
    insert into product_variants (id, product_id, sku, price, weight_grams, options)
    select ${id}, product_id, ${id}, 10000, 100, jsonb_build_object('uji', ${id}::text)
    from product_variants where id = ${await variantInStock()}`;
  await asSeed()`insert into stock_movements (variant_id, kind, quantity) values (${id}, 'received', 40)`;
  await asSeed()`insert into variant_costs (variant_id, cost) values (${id}, 10000)`;
  return id;
}
const writeOff = (person: Person, id: string, pieces: number, key = crypto.randomUUID()) =>
  changeStock(person, id, {
    kind: "adjust",
    key,
    quantity: -pieces,
    reason: "damaged",
    note: "pecah",
  });
const onHand = async (id: string) => (await stockOf(id)).on_hand;

/** A request of a new member of staff, whose 24 hours are empty. */
let people = 0;
async function asked(pieces = 11) {
  const id = await variant();
  const person = await makeStaff(`peminta-${people++}`, "warehouse");
  expect(await writeOff(person, id, pieces)).toEqual(waits);
  return { id, person, approval: (await newestApproval()).id };
}
const decisionOf = async (id: string) => (await findApproval(admin, id))?.decision;

test("a write-off above the limit waits, is shown to a colleague, and is done once", async () => {
  const id = await variant();
  const key = crypto.randomUUID();
  expect(await writeOff(asker, id, 10)).toEqual(done);
  // The second within 24 hours counts the first.
  expect(await writeOff(asker, id, 1, key)).toEqual(waits);
  expect(await writeOff(asker, id, 1, key)).toEqual(waits);
  expect(await onHand(id)).toBe(30);
  const { id: approval, ...request } = await newestApproval();
  expect(request).toMatchObject({ kind: "stock", limit_kind: "write_off", amount: 110_000 });
  const rows = await asSeed()`select id from approvals where requested_by = ${asker.id}`;
  expect(rows).toHaveLength(1);

  expect(await findApproval(colleague, approval)).toMatchObject({
    is_mine: false,
    may_decide: true,
    decision: null,
    shown: {
      reason: "damaged",
      note: "pecah",
      changes: [{ field: "on_hand", before: 30, after: 29 }],
    },
  });
  expect(await findApproval(asker, approval)).toMatchObject({ is_mine: true, may_decide: false });
  expect(await findApproval(seller, approval)).toBeUndefined();
  expect(await countWaiting(colleague)).toMatchObject({ approvals: 1 });
  expect(await countWaiting(asker)).not.toHaveProperty("approvals");
  expect(await approveAct(seller, approval, approvalActs)).toEqual({
    ok: false,
    problem: "not_found",
  });
  expect(await approveAct(asker, approval, approvalActs)).toEqual({
    ok: false,
    problem: "approval_of_own",
  });

  expect(await approveAct(colleague, approval, approvalActs)).toEqual(done);
  expect(await approveAct(colleague, approval, approvalActs)).toEqual(done);
  expect(await onHand(id)).toBe(29);
  const movements = await asSeed()`
    select quantity, actor_id, approval_id from stock_movements where approval_id is not null and variant_id = ${id}`;
  expect(movements).toEqual([{ quantity: -1, actor_id: asker.id, approval_id: approval }]);
  const acts = await asSeed()`
    select action, actor_id from audit_entries where subject_kind = 'approval' and subject_id = ${approval} order by id`;
  expect(acts).toEqual([
    { action: "approval.asked", actor_id: asker.id },
    { action: "approval.approved", actor_id: colleague.id },
  ]);
  // The same form again is the movement that was booked; what a colleague approved does not count for the limit.
  expect(await writeOff(asker, id, 1, key)).toEqual(done);
  expect(await onHand(id)).toBe(29);
});

const setCost = (id: string, cost: number) =>
  asSeed()`insert into variant_costs (variant_id, cost) values (${id}, ${cost})`;
const setPrice = (id: string, price: number) =>
  asSeed()`update product_variants set price = ${price} where id = ${id}`;
test.each([
  { what: "cost", set: setCost },
  { what: "price", set: setPrice },
])("a $what lowered before a write-off does not lower the value of the pieces", async ({ set }) => {
  const id = await variant();
  const person = await makeStaff(`penurun-${people++}`, "warehouse");
  await set(id, 12_000);
  await set(id, 1);
  expect(await writeOff(person, id, 9)).toEqual(waits);
  expect(await newestApproval()).toMatchObject({ amount: 108_000 });
  expect(await onHand(id)).toBe(40);
});

test("those who may decide are notified, then the one who asked", async () => {
  await notifyStaff();
  await asSeed()`delete from private.staff_notifications`;
  const { person, approval } = await asked();
  await notifyStaff();
  const told = async () =>
    asSeed()<{ kind: string; person_id: string }[]>`
      delete from private.staff_notifications where subject_id = ${approval} returning kind, person_id`;
  const first = await told();
  expect(first.every(({ kind }) => kind === "approval_wanted")).toBe(true);
  const people = first.map(({ person_id }) => person_id);
  expect(people).toEqual(expect.arrayContaining([colleague.id, admin.id]));
  expect(people).not.toContain(person.id);
  expect(people).not.toContain(seller.id);
  await declineAct(colleague, approval, "hitung ulang dulu");
  await notifyStaff();
  expect(await told()).toEqual([{ kind: "approval_decided", person_id: person.id }]);
});

test("of two who decide at once, one does; either way it is done at most once", async () => {
  for (let round = 0; round < 6; round++) {
    const { id, approval } = await asked();
    const results = await Promise.all(
      round % 2
        ? [approveAct(colleague, approval, approvalActs), declineAct(admin, approval, "")]
        : [
            approveAct(colleague, approval, approvalActs),
            approveAct(admin, approval, approvalActs),
          ],
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toEqual([{ ok: false, problem: "approval_decided" }]);
    expect(await onHand(id)).toBe((await decisionOf(approval)) === "approved" ? 29 : 40);
  }
});

test("the same request sent many times at once is one request, and approved many times at once is done once", async () => {
  const id = await variant();
  const key = crypto.randomUUID();
  const person = await makeStaff("peminta-ganda", "warehouse");
  const all = await Promise.all(Array.from({ length: 6 }, () => writeOff(person, id, 20, key)));
  expect(all).toEqual(Array(6).fill(waits));
  const rows = await asSeed()`select id from approvals where requested_by = ${person.id}`;
  expect(rows).toHaveLength(1);
  const { id: approval } = await newestApproval();
  const decided = await Promise.all(
    Array.from({ length: 6 }, () => approveAct(colleague, approval, approvalActs)),
  );
  expect(decided).toEqual(Array(6).fill(done));
  expect(await onHand(id)).toBe(20);
});

test("two write-offs at once do not both pass below the limit", async () => {
  const id = await variant();
  const person = await makeStaff("dua-sekaligus", "warehouse");
  const results = await Promise.all([writeOff(person, id, 6), writeOff(person, id, 6)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter(({ ok }) => !ok)).toEqual([waits]);
});

test("nobody decides about what is over, whoever comes first", async () => {
  const { id, approval } = await asked();
  const owner = openPostgres(url(), { max: 2 });
  try {
    // The colleague waits for the row while its time ends.
    let decision: ReturnType<typeof approveAct> | undefined;
    await owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        update public.approvals set expires_at = now() - interval '1 minute' where id = ${approval}`;
      decision = approveAct(colleague, approval, approvalActs);
      await waitForLock(owner);
    });
    expect(await decision).toEqual({ ok: false, problem: "approval_expired" });
  } finally {
    await owner.end();
  }
  expect(await decisionOf(approval)).toBe("expired");
  const both = await Promise.all([
    approveAct(colleague, approval, approvalActs),
    expireApprovals(),
    expireApprovals(),
  ]);
  expect(both[0].ok).toBe(false);
  expect(await approveAct(colleague, approval, approvalActs)).toEqual({
    ok: false,
    problem: "approval_decided",
  });
  expect(await onHand(id)).toBe(40);
  const [row] = await asSeed()`select decision, decided_by from approvals where id = ${approval}`;
  expect(row).toEqual({ decision: "expired", decided_by: null });
});

/** Until another transaction waits for a row of a request. */
async function waitForLock(owner: PoolSql): Promise<void> {
  for (;;) {
    const [waiting] = await owner`
      select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database() and a.query like '%from approvals%for update%'`;
    if (waiting) return;
  }
}

test("the database refuses an own decision, one without rights or proof, and another payload", async () => {
  const { person, approval } = await asked();
  const session = String(person.claims.session_id);
  const approve = (by: string, session_id: string) => asSeed()`
    update approvals set decision = 'approved', decided_by = ${by}, session_id = ${session_id}, decided_at = now(),
      done_at = now() where id = ${approval}`;
  await expect(approve(person.id, session)).rejects.toMatchObject({
    constraint: "approval_of_own",
  });
  await expect(approve(seller.id, String(seller.claims.session_id))).rejects.toMatchObject({
    constraint: "approval_not_allowed",
  });
  await expect(approve(colleague.id, session)).rejects.toMatchObject({
    constraint: "reauthentication_needed",
  });
  await expect(
    asSeed()`update approvals set payload = '{}' where id = ${approval}`,
  ).rejects.toMatchObject({ constraint: "approval_decided" });
  await expect(
    asSeed()`update approvals set decision = 'expired', decided_at = now() where id = ${approval}`,
  ).rejects.toMatchObject({ constraint: "approval_not_expired" });
  // An approval of another transaction opens nothing.
  expect(await approveAct(colleague, approval, approvalActs)).toEqual(done);
  const id = await variant();
  await expect(
    asSeed().begin(async (sql) => {
      await sql`select set_config('shop.approval', ${approval}, true)`;
      await sql`
        insert into stock_movements (variant_id, kind, quantity, reason, actor_id)
        values (${id}, 'adjusted', -20, 'lost', ${person.id})`;
    }),
  ).rejects.toMatchObject({ constraint: "write_off_over_limit" });
});

test("without a fresh proof nobody decides", async () => {
  const { approval } = await asked();
  await asSeed()`
    update auth.sessions set reauthenticated_at = now() - interval '11 minutes' where user_id = ${colleague.id}`;
  const stale = { ok: false, problem: "reauthentication_needed" };
  expect(await approveAct(colleague, approval, approvalActs)).toEqual(stale);
  expect(await declineAct(colleague, approval, "")).toEqual(stale);
  await asSeed()`
    update auth.sessions set reauthenticated_at = now() + interval '1 hour' where user_id = ${colleague.id}`;
  expect(await declineAct(colleague, approval, "")).toEqual(done);
});

test("a requester or colleague who lost the role in between changes nothing", async () => {
  const { id, person, approval } = await asked();
  const gone = await makeStaff("gudang-pergi", "warehouse");
  await asSeed()`update profiles set staff_role = 'sales' where id = ${gone.id}`;
  expect(await approveAct(gone, approval, approvalActs)).toEqual({
    ok: false,
    problem: "not_found",
  });
  await asSeed()`update profiles set role = 'CUSTOMER' where id = ${person.id}`;
  expect(await approveAct(colleague, approval, approvalActs)).toEqual({
    ok: false,
    problem: "approval_outdated",
  });
  expect(await findApproval(admin, approval)).toMatchObject({
    decision: "outdated",
    reason: "requester_not_permitted",
  });
  expect(await onHand(id)).toBe(40);
});

test("a stock that was adjusted in between is left alone; a sale in between does not matter", async () => {
  const { id, approval } = await asked();
  expect(await writeOff(colleague, id, 1)).toEqual(done);
  expect(await approveAct(admin, approval, approvalActs)).toEqual({
    ok: false,
    problem: "approval_outdated",
  });
  expect(await onHand(id)).toBe(39);
  const sold = await asked();
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity) values (${sold.id}, 'allocated', 2), (${sold.id}, 'shipped', 2)`;
  expect(await approveAct(admin, sold.approval, approvalActs)).toEqual(done);
  expect(await onHand(sold.id)).toBe(27);
});

test("a requester withdraws; a limit of the role counts before the shop's, and none means none", async () => {
  const { person, approval } = await asked();
  expect(await withdrawAct(colleague, approval)).toEqual({ ok: false, problem: "not_found" });
  expect(await withdrawAct(person, approval)).toEqual(done);
  expect(await withdrawAct(person, approval)).toEqual(done);
  expect(await approveAct(colleague, approval, approvalActs)).toEqual({
    ok: false,
    problem: "approval_decided",
  });
  const { approvals } = await listApprovals(person, { view: "mine", kind: null, after: null });
  expect(approvals.map(({ decision }) => decision)).toEqual(["withdrawn"]);

  const id = await variant();
  await asSeed()`update staff_roles set limits = '{"write_off": 200000}' where id = 'warehouse'`;
  expect(await writeOff(person, id, 20)).toEqual(done);
  expect(await writeOff(person, id, 1)).toEqual(waits);
  await asSeed()`update staff_roles set limits = '{"write_off": null}' where id = 'warehouse'`;
  expect(await writeOff(person, id, 18)).toEqual(done);
  await asSeed()`update staff_roles set limits = '{}' where id = 'warehouse'`;
  for (const wrong of ['{"price_cut": 100}', '{"write_off": -1}', '{"other": 1}', "[]"]) {
    await expect(
      asSeed()`update staff_roles set limits = ${wrong}::text::jsonb where id = 'warehouse'`,
    ).rejects.toMatchObject({ constraint: "staff_limit_invalid" });
  }
});

test("where no colleague has the right, nothing is stored and the person is told", async () => {
  const id = await variant();
  const person = await makeStaff("sendirian", "warehouse");
  await asSeed()`
    update auth.users set banned_until = now() + interval '1 hour'
    where id in (select id from profiles where role <> 'CUSTOMER' and id <> ${person.id})`;
  expect(await writeOff(person, id, 20)).toEqual({ ok: false, problem: "nobody_may_approve" });
  expect(await asSeed()`select id from approvals where requested_by = ${person.id}`).toEqual([]);
});
