import * as v from "valibot";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { recordTransfer, transferInstead } from "#shop/orders/refunds/refund-steps.server.ts";
import { batchInputSchema } from "#shop/promotions/batch.ts";
import { createBatch } from "#shop/promotions/batches.server.ts";
import { savePromotion } from "#shop/promotions/editor/save-promotion.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { makePromotion, promotionFields, runBatch } from "#tests/support/builders/promotions.ts";
import { actsOn, goodwill, requestOf } from "#tests/support/builders/refund-requests.ts";
import {
  demoPerson,
  giveStaffRole,
  openTestProviders,
  provenAdmin,
  withProof,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });
/** Staff with role USER, recently reauthenticated: only the right is missing. */
let user: Person;
let admin: Person;
beforeAll(async () => {
  openTestProviders();
  user = await withProof(demoPerson("staff@etalase.test"));
});
beforeEach(async () => {
  await giveStaffRole(user, "sales");
  admin = await provenAdmin();
});
afterEach(async () => expect(await findBreaches()).toEqual([]));

let orders = 0;
const paid = () => paidOrder(`hak-${orders++}`, [2]);
const stale = { ok: false, problem: "reauthentication_needed" };

test("T42: the database refuses a person's unapproved refund, and an approval without right and proof", async () => {
  const { id, paymentId } = await paid();
  const sql = asSeed();
  await expect(
    sql`
      insert into refunds (order_id, payment_id, amount, goodwill, reason, key, channel, actor_id)
      values (${id}, ${paymentId}, 1, 1, 'staff', 'behind', 'original', ${admin.id})`,
  ).rejects.toMatchObject({ constraint: "refund_not_approved" });
  await refundOrder(user, goodwill(id, 5_000));
  const request = await requestOf(id);
  const approve = (person: Person) => sql`
    insert into refund_approvals (request_id, person_id, session_id)
    values (${request}, ${person.id}, ${String(person.claims.session_id)})`;
  await expect(approve(user)).rejects.toMatchObject({ constraint: "refund_not_allowed" });
  await sql`update auth.sessions set reauthenticated_at = null where user_id = ${admin.id}`;
  await expect(approve(admin)).rejects.toMatchObject({
    constraint: "reauthentication_needed",
  });
  await expect(
    sql`update refund_requests set status = 'done' where id = ${request}`,
  ).rejects.toMatchObject({ constraint: "refund_not_approved" });
  await expect(
    sql`update refund_requests set amount = 1 where id = ${request}`,
  ).rejects.toMatchObject({ constraint: "refund_request_decided" });
});

test("T42: only people with the right refund to a bank account or record a transfer", async () => {
  const { id } = await paid();
  await refundOrder(admin, { ...goodwill(id, 5_000), channel: "bank_transfer" });
  const [refund] = await asSeed()<{ id: string }[]>`select id from refunds where order_id = ${id}`;
  await asSeed()`
    insert into refund_accounts (refund_id, bank, account_number, holder) values (${refund?.id ?? null}, 'BCA', '12345678', 'Budi')`;
  const transferred = (actor: Person) => recordTransfer(actor, refund?.id ?? "", "TRX-1");
  expect(await transferred(user)).toEqual({ ok: false, problem: "not_allowed" });
  expect(await transferred(demoPerson("admin@etalase.test"))).toEqual(stale);
  expect((await transferred(admin)).ok).toBe(true);

  const other = await paid();
  await refundOrder(admin, goodwill(other.id, 5_000));
  const [failed] = await asSeed()<{ id: string }[]>`
    update refunds set status = 'failed' where order_id = ${other.id} returning id`;
  const byTransfer = (actor: Person) => transferInstead(actor, failed?.id ?? "");
  expect(await byTransfer(user)).toEqual({ ok: false, problem: "not_allowed" });
  expect(await byTransfer(demoPerson("admin@etalase.test"))).toEqual(stale);
  expect((await byTransfer(admin)).ok).toBe(true);
  expect(await actsOn(other.id)).toContainEqual(["refund.by_transfer", admin.id]);
});

test("I12, T42: making promotions and codes needs the right and a fresh proof, and is logged", async () => {
  const id = await makePromotion("ASLI");
  const batch = v.parse(batchInputSchema, {
    promotion_id: id,
    id: crypto.randomUUID(),
    count: 2,
  });
  const fields = promotionFields({ codes: ["ASLI"] });
  const save = (actor: Person) =>
    savePromotion(actor, {
      id,
      version: 1,
      before: fields,
      after: { ...fields, value: 99_000 },
    });
  for (const [actor, problem] of [
    [user, "not_permitted"],
    [demoPerson("admin@etalase.test"), "reauthentication_needed"],
  ] as const) {
    expect(await save(actor)).toEqual({ ok: false, problem: { code: problem } });
    expect(await createBatch(actor, batch)).toEqual({ ok: false, problem });
  }
  const [unchanged] = await asSeed()`
    select value, (select count(*)::int from promo_codes where promotion_id = p.id) as codes,
      (select count(*)::int from promo_batches where promotion_id = p.id) as batches
    from promotions p where id = ${id}`;
  expect(unchanged).toEqual({ value: 10_000, codes: 1, batches: 0 });
  await giveStaffRole(user, "manager");
  expect((await createBatch(user, batch)).ok).toBe(true);
  await runBatch(batch.id);
  const acts = await asSeed()`
    select action as act, coalesce(actor_id::text, actor_name) as actor from audit_entries
    where subject_id = ${id} order by id`;
  // Codes of a batch have no entries of their own.
  expect([...acts]).toEqual([
    { act: "promotions.created", actor: admin.id },
    { act: "promo_codes.created", actor: admin.id },
    { act: "promo_batches.created", actor: user.id },
    { act: "promo_batches.changed", actor: "make-promo-codes" },
  ]);
});
