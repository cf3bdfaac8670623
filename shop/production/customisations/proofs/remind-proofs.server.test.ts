import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { timeNow } from "#base/clock.ts";
import type { Sql } from "#db/client.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { listMyOrders, listWaitingProofs } from "#shop/orders/read-orders.server.ts";
import { listCustomisations } from "#shop/production/customisations/queue/list-queue.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveProof } from "./answer-proof.server.ts";
import { remindProofs } from "./remind-proofs.server.ts";
import { sendProof } from "./send-proof.server.ts";

testDatabase({ demo: true, max: 8 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
beforeAll(async () => {
  openTestProviders();
  // Nothing of the demo shop is due.
  await asSeed()`update proofs set reminders = 4 where decision is null`;
});

type Proofed = OrderedDesign & { readonly proofId: string };

/** A design with a proof of staff that waits for its buyer. */
async function withProof(): Promise<Proofed> {
  const design = await orderDesign(buyer, "proof");
  const found = await findStaffCustomisation(staff, design.id, "id");
  const proofId = randomUUID();
  const sent = await sendProof(staff, {
    customisation_id: design.id,
    status: "submitted",
    proof_id: design.proof,
    id: proofId,
    note: "Ejaan",
    texts: { [found?.texts[0]?.id ?? ""]: "Ranya" },
  });
  if (!sent.ok) throw new Error(JSON.stringify(sent.problem));
  return { ...design, proofId };
}

const after = (hours: number) => remindProofs(new Date(timeNow() + hours * 3_600_000 + 60_000));

/** What went out because nobody answered: mails, and events for staff. */
async function steps({ id }: OrderedDesign): Promise<string[]> {
  const rows = await asSeed()<{ step: string }[]>`
    select split_part(dedupe_key, ':', 2) as step from private.outbox
    where dedupe_key like ${`design:%:${id}:%`} and dedupe_key ~ ':(reminder|resting):'
    union all select kind from private.staff_events where subject_id = ${id} order by step`;
  return rows.map(({ step }) => step);
}

test("a buyer is reminded after one and three days, told after seven that it rests, and staff decide after fourteen", async () => {
  const design = await withProof();
  await after(20);
  expect(await steps(design)).toEqual([]);
  await after(24);
  await after(24);
  expect(await steps(design)).toEqual(["reminder"]);
  await after(72);
  expect(await steps(design)).toEqual(["reminder", "reminder"]);
  // Two workers at once.
  await Promise.all([after(7 * 24), after(7 * 24)]);
  expect(await steps(design)).toEqual(["reminder", "reminder", "resting"]);
  await after(14 * 24);
  await after(90 * 24);
  expect(await steps(design)).toEqual(["proof_unanswered", "reminder", "reminder", "resting"]);
  const [still] = await asSeed()<{ status: string }[]>`
    select status from customisations where id = ${design.id}`;
  expect(still?.status, "silence never approves").toBe("proof_sent");
});

test("after an outage only the last step is taken; answered proofs and canceled orders are left alone", async () => {
  const [late, answered, canceled] = [await withProof(), await withProof(), await withProof()];
  expect(
    (await approveProof(buyer, answered.proofId, { network: "203.0.113.7", wording: "test" })).ok,
  ).toBe(true);
  expect((await cancelOrder(buyer, canceled.order_id, "customer")).ok).toBe(true);
  await after(8 * 24);
  expect(await steps(late)).toEqual(["resting"]);
  expect([await steps(answered), await steps(canceled)]).toEqual([[], []]);
});

/** Changes what triggers keep: when something happened. */
const past = (change: (sql: Sql) => Promise<unknown>) =>
  asSeed().begin(async (sql) => {
    await sql`set local role none`;
    await sql`set local session_replication_role = replica`;
    await change(sql);
  });

test("a proof that is not answered says so to both: how many days, that it rests, and nothing once it is answered", async () => {
  const design = await withProof();
  const shown = async () => {
    const { rows } = await listCustomisations(staff, "waiting", { after: null, before: null });
    const own = await findCustomisations(buyer, design.order_id);
    return [
      rows.find(({ id }) => id === design.id)?.waited_days ?? null,
      (await findStaffCustomisation(staff, design.id, "id"))?.waited_days,
      own?.customisations[0]?.is_resting,
    ];
  };
  const sentBefore = (days: number) =>
    past(
      (sql) =>
        sql`update proofs set sent_at = now() - make_interval(days => ${days}) where id = ${design.proofId}`,
    );
  expect(await shown()).toEqual([0, 0, false]);
  await sentBefore(6);
  expect(await shown()).toEqual([6, 6, false]);
  await sentBefore(7);
  expect(await shown()).toEqual([7, 7, true]);
  await approveProof(buyer, design.proofId, { network: "203.0.113.7", wording: "test" });
  expect(await shown()).toEqual([null, null, false]);
});

test("a buyer reads until when the shop answers: not while it is their turn, and no day that is over", async () => {
  const design = await orderDesign(buyer, "review");
  const day = async ({ order_id }: OrderedDesign) =>
    (await findCustomisations(buyer, order_id))?.customisations[0]?.answer_day;
  expect(await day(design)).toBe((await findStaffCustomisation(staff, design.id, "id"))?.due_day);
  expect(await day(design)).toMatch(/^\d{4}-\d\d-\d\d$/);
  await past(async (sql) => {
    await sql`update customisations set updated_at = now() - interval '30 days' where id = ${design.id}`;
    await sql`update orders set placed_at = now() - interval '30 days' where id = ${design.order_id}`;
  });
  expect(await findStaffCustomisation(staff, design.id, "id")).toMatchObject({ is_late: true });
  expect(await day(design)).toBeNull();
  expect(await day(await withProof())).toBeNull();
  expect(await day(await orderDesign(buyer, "self"))).toBeNull();
  expect(await day(await orderDesign(buyer, "review", { isPaid: false }))).toBeNull();
});

test("a waiting proof is in the buyer's lists and on the order until it is answered", async () => {
  const design = await withProof();
  const shown = async () => {
    const { orders } = await listMyOrders(buyer, { stage: null, q: "", page: 1 });
    const waiting = await listWaitingProofs(buyer);
    return [
      orders.find(({ id }) => id === design.order_id)?.proof_waits,
      (await findOrder(buyer, design.order_id))?.proof_waits,
      waiting.some(({ id }) => id === design.order_id),
    ];
  };
  expect(await shown()).toEqual([true, true, true]);
  await past((sql) => sql`update customisations set status = 'approved' where id = ${design.id}`);
  expect(await shown()).toEqual([false, false, false]);
});
