import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { createCodes } from "#shop/promotions/create-codes.server.ts";
import { savePromotion } from "#shop/promotions/save-promotion.server.ts";
import { refundOrder } from "#shop/refunds/refund-order.server.ts";
import { recordTransfer, transferInstead } from "#shop/refunds/refund-steps.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import { actsOn, goodwill, requestOf } from "#tests/support/builders/refund-requests.ts";
import {
  demoPerson,
  giveStaffRole,
  openTestProviders,
  provenAdmin,
  withProof,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
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
  const sql = asShop();
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
  const [refund] = await asShop()<{ id: string }[]>`select id from refunds where order_id = ${id}`;
  await asShop()`
    insert into refund_accounts (refund_id, bank, account_number, holder) values (${refund?.id ?? null}, 'BCA', '12345678', 'Budi')`;
  const transferred = (actor: Person) => recordTransfer(actor, refund?.id ?? "", "TRX-1");
  expect(await transferred(user)).toEqual({ ok: false, problem: "not_allowed" });
  expect(await transferred(demoPerson("admin@etalase.test"))).toEqual(stale);
  expect((await transferred(admin)).ok).toBe(true);

  const other = await paid();
  await refundOrder(admin, goodwill(other.id, 5_000));
  const [failed] = await asShop()<{ id: string }[]>`
    update refunds set status = 'failed' where order_id = ${other.id} returning id`;
  const byTransfer = (actor: Person) => transferInstead(actor, failed?.id ?? "");
  expect(await byTransfer(user)).toEqual({ ok: false, problem: "not_allowed" });
  expect(await byTransfer(demoPerson("admin@etalase.test"))).toEqual(stale);
  expect((await byTransfer(admin)).ok).toBe(true);
  expect(await actsOn(other.id)).toContainEqual(["refund.by_transfer", admin.id]);
});

test("T42: making promotions and codes needs the right and a fresh proof, and is logged", async () => {
  const id = await makePromotion("ASLI");
  const batch = { promotion_id: id, batch: crypto.randomUUID(), count: 2, prefix: "" };
  const [row] = await asShop()`select * from promotions where id = ${id}`;
  const input = { ...(row as object), id, codes: ["ASLI"], value: 99_000 } as never;
  for (const [actor, problem] of [
    [user, "not_allowed"],
    [demoPerson("admin@etalase.test"), "reauthentication_needed"],
  ] as const) {
    expect(await savePromotion(actor, input)).toEqual({ ok: false, problem });
    expect(await createCodes(actor, batch)).toEqual({ ok: false, problem });
  }
  const [unchanged] = await asShop()`
    select value, (select count(*)::int from promo_codes where promotion_id = p.id) as codes from promotions p where id = ${id}`;
  expect(unchanged).toEqual({ value: 10_000, codes: 1 });
  await giveStaffRole(user, "manager");
  expect((await createCodes(user, batch)).ok).toBe(true);
  const acts =
    await asShop()`select action as act, actor_id from audit_entries where subject_id = ${id} order by id`;
  expect([...acts]).toEqual([
    { act: "promotion.saved", actor_id: admin.id },
    { act: "promotion.codes_made", actor_id: user.id },
  ]);
});
