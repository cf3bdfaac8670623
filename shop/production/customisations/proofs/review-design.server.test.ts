import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { reorderDesign } from "#shop/production/customisations/reorder-design.server.ts";
import { reorderOrder } from "#shop/production/customisations/reorder-order.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveProof, askForChanges } from "./answer-proof.server.ts";
import {
  answerBuyer,
  approveAsOrdered,
  rejectDesign,
  takeIntoReview,
} from "./review-design.server.ts";
import { sendProof } from "./send-proof.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
const network = "203.0.113.7";
const wording = "test id";

beforeAll(openTestProviders);

/** What staff see of it now, as their forms send it. */
async function seen(customisation_id: string) {
  const [row] = await asSeed()<{ status: "submitted"; proof_id: string }[]>`
    select c.status, (select p.id from proofs p where p.customisation_id = c.id order by version desc limit 1) as proof_id
    from customisations c where c.id = ${customisation_id}`;
  if (!row) throw new Error("no customisation");
  return { customisation_id, ...row };
}

async function correction({ id }: OrderedDesign, text: string, proofId: string = randomUUID()) {
  const found = await findStaffCustomisation(staff, id, "id");
  const layer = found?.texts[0]?.id ?? "";
  return { ...(await seen(id)), id: proofId, note: "Ejaan", texts: { [layer]: text } };
}

const mails = async ({ id }: OrderedDesign) =>
  (
    await asSeed()<{ kind: string }[]>`
      select split_part(dedupe_key, ':', 2) as kind from private.outbox
      where dedupe_key like ${`design:%:${id}:%`} order by created_at, kind`
  ).map(({ kind }) => kind);

const acts = async ({ id }: OrderedDesign) =>
  (
    await asSeed()<{ action: string; actor_id: string }[]>`
      select action, actor_id from audit_entries where subject_id = ${id} order by id`
  ).map(({ action, actor_id }) => {
    expect(actor_id).toBe(staff.id);
    return action;
  });

test("a design that is looked at is printed as it was ordered, with a mail and a name in the log", async () => {
  const design = await orderDesign(buyer, "review");
  expect(await approveAsOrdered(buyer, await seen(design.id))).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  const before = await seen(design.id);
  expect(await takeIntoReview(staff, before)).toMatchObject({ ok: true });
  expect(await approveAsOrdered(staff, before)).toEqual({
    ok: false,
    problem: "changed_meanwhile",
  });
  const now = await seen(design.id);
  const answers = await Promise.all([1, 2, 3].map(() => approveAsOrdered(staff, now)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect((await seen(design.id)).status).toBe("approved");
  expect(await mails(design)).toEqual(["approved"]);
  expect(await acts(design)).toEqual(["customisation.reviewed", "customisation.approved"]);
});

test("goods that want a proof are not printed without one", async () => {
  const design = await orderDesign(buyer, "proof");
  expect(await approveAsOrdered(staff, await seen(design.id))).toEqual({
    ok: false,
    problem: "proof_needed",
  });
  expect((await seen(design.id)).status).toBe("submitted");
});

test("nothing begins before the order is paid", async () => {
  const design = await orderDesign(buyer, "review", { isPaid: false });
  const refused = { ok: false, problem: "order_not_placed" };
  expect(await takeIntoReview(staff, await seen(design.id))).toEqual(refused);
  expect(await sendProof(staff, await correction(design, "Rini"))).toEqual(refused);
});

test("a rejected design says why by mail, and can be looked at again", async () => {
  const design = await orderDesign(buyer, "review");
  const rejected = await rejectDesign(staff, {
    ...(await seen(design.id)),
    reason: "trademark",
    note: "Logo klub.",
  });
  expect(rejected).toMatchObject({ ok: true });
  const [mail] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where dedupe_key like ${`design:rejected:${design.id}:%`}`;
  expect(mail?.text).toContain("merek orang lain");
  expect(mail?.text).toContain("Logo klub.");
  expect(await takeIntoReview(staff, await seen(design.id))).toMatchObject({ ok: true });
  const [row] =
    await asSeed()`select status, rejection from customisations where id = ${design.id}`;
  expect(row).toMatchObject({ status: "in_review", rejection: null });
});

test("staff correct a word, the buyer approves what was drawn, and that is printed", async () => {
  const design = await orderDesign(buyer, "review");
  const sent = await correction(design, "Rini");
  const answers = await Promise.all([1, 2, 3].map(() => sendProof(staff, sent)));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const [proof] = await asSeed()<{ words: string[]; version: number; source: string }[]>`
    select words, version, source from proofs where id = ${sent.id}`;
  expect(proof).toMatchObject({ words: ["Rini"], version: 2, source: "staff" });
  expect(await approveAsOrdered(staff, await seen(design.id))).toEqual({
    ok: false,
    problem: "step_not_possible",
  });
  expect(await approveProof(buyer, design.proof, { network, wording })).toEqual({
    ok: false,
    problem: "proof_outdated",
  });
  expect(await approveProof(buyer, sent.id, { network, wording })).toMatchObject({ ok: true });
  const job = { id: randomUUID(), customisation_id: design.id, good: 1, spoiled: 0, reason: "" };
  expect(await countPrinted(staff, job)).toMatchObject({ value: { status: "done" } });
  expect((await mails(design)).sort()).toEqual(["approved", "in_production", "proof_sent"]);
});

test("a correction that cannot be printed, or changes nothing, is refused by name", async () => {
  const design = await orderDesign(buyer, "review");
  expect(await sendProof(staff, await correction(design, "Rani"))).toEqual({
    ok: false,
    problem: "proof_unchanged",
  });
  expect(await sendProof(staff, await correction(design, "Rani 🎉"))).toEqual({
    ok: false,
    problem: "finding:emoji_missing",
  });
  expect(await mails(design)).toEqual([]);
});

test("an approval and a newer proof at once: one of them wins, never an approval of the older", async () => {
  for (let round = 0; round < 5; round++) {
    const design = await orderDesign(buyer, "review");
    const first = await correction(design, "Rini");
    await sendProof(staff, first);
    const second = await correction(design, "Roni");
    const [approved, sent] = await Promise.all([
      approveProof(buyer, first.id, { network, wording }),
      sendProof(staff, second),
    ]);
    expect([approved.ok, sent.ok].filter(Boolean)).toHaveLength(1);
    expect((await seen(design.id)).status).toBe(approved.ok ? "approved" : "proof_sent");
  }
});

test("the money of a rejected design goes back with its order", async () => {
  const design = await orderDesign(buyer, "review");
  await rejectDesign(staff, { ...(await seen(design.id)), reason: "copyright", note: "" });
  expect(await cancelOrder(buyer, design.order_id, "customer")).toMatchObject({ ok: true });
  const [order] = await asSeed()<{ total: number; refunded: number }[]>`
    select o.total, (select sum(r.amount)::int from refunds r where r.order_id = o.id) as refunded
    from orders o where o.id = ${design.order_id}`;
  expect(order?.refunded).toBe(order?.total);
  expect(await takeIntoReview(staff, await seen(design.id))).toEqual({
    ok: false,
    problem: "order_not_placed",
  });
});

test("a proof of a canceled order can no longer be approved", async () => {
  const design = await orderDesign(buyer, "review");
  const sent = await correction(design, "Rini");
  await sendProof(staff, sent);
  expect(await cancelOrder(buyer, design.order_id, "customer")).toMatchObject({ ok: true });
  const refused = { ok: false, problem: "order_canceled" };
  expect(await approveProof(buyer, sent.id, { network, wording })).toEqual(refused);
  expect((await seen(design.id)).status).toBe("proof_sent");
});

test("a cancellation and the start of printing at once: printed or refunded, never both", async () => {
  for (let round = 0; round < 4; round++) {
    const design = await orderDesign(buyer, "self");
    const job = { id: randomUUID(), customisation_id: design.id, good: 1, spoiled: 0, reason: "" };
    const [canceled, printed] = await Promise.all([
      cancelOrder(buyer, design.order_id, "customer"),
      countPrinted(staff, job),
    ]);
    expect([canceled.ok, printed.ok].filter(Boolean)).toHaveLength(1);
    const [refunds] = await asSeed()<{ count: number }[]>`
      select count(*)::int as count from refunds where order_id = ${design.order_id}`;
    expect(refunds?.count).toBe(canceled.ok ? 1 : 0);
  }
});

test("many pieces of one design are looked at first, and printed as they were ordered", async () => {
  await asSeed()`update shop_settings set max_pieces = 99`;
  // Other words each time: what was approved once is printed at once.
  const few = await orderDesign(buyer, "self", { quantity: 23, name: "Wulan" });
  expect((await seen(few.id)).status).toBe("approved");
  const { id } = await orderDesign(buyer, "self", { quantity: 24, name: "Bayu" });
  expect((await seen(id)).status).toBe("submitted");
  expect(await approveAsOrdered(staff, await seen(id))).toEqual({ ok: true, value: null });
  expect((await seen(id)).status).toBe("approved");
});

test("an order shows the words that are printed, of the newest proof", async () => {
  const design = await orderDesign(buyer, "review");
  await sendProof(staff, await correction(design, "Rini"));
  const own = await findOrder(buyer, design.order_id);
  expect(own?.lines.map(({ words }) => words)).toEqual([["Rini"]]);
  const [mail] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where dedupe_key = ${`order:paid:${design.order_id}`}`;
  expect(mail?.text).toContain("“Rani”");
});

test("changes that the buyer wants come back as a proof, and a message reaches them once", async () => {
  const design = await orderDesign(buyer, "review");
  const first = await correction(design, "Rini");
  await sendProof(staff, first);
  await askForChanges(buyer, first.id, { id: randomUUID(), text: "Pakai o" }, network);
  const message = { id: randomUUID(), text: "Roni dengan satu n?" };
  expect(await answerBuyer(staff, design.id, message)).toMatchObject({ ok: true });
  expect(await answerBuyer(staff, design.id, message)).toMatchObject({ ok: true });
  expect(await sendProof(staff, await correction(design, "Roni"))).toMatchObject({ ok: true });
  expect((await mails(design)).sort()).toEqual(["proof_sent", "proof_sent", "question"]);
});

test("what was approved is ordered again as it was, and nobody is asked twice", async () => {
  const first = await orderDesign(buyer, "review", { name: "Pesan Lagi" });
  const again = (by: typeof buyer, id = randomUUID()) => reorderDesign(by, first.id, id);
  expect(await again(buyer)).toEqual({ ok: false, problem: "customisation_not_found" });
  await approveAsOrdered(staff, await seen(first.id));
  const { person: stranger } = await makeCustomer("orang-lain");
  expect(await again(stranger)).toEqual({ ok: false, problem: "customisation_not_found" });

  const id = randomUUID();
  const [line, repeated] = [await again(buyer, id), await again(buyer, id)];
  if (!line.ok) throw new Error(line.problem);
  expect(repeated).toEqual(line);
  const input = await orderInput(buyer, { lines: [...line.value], payment_method: "builtin:card" });
  const placed = await placeOrder(buyer, input, { idempotencyKey: randomUUID(), language: "id" });
  if (!placed.ok) throw new Error(placed.problem.code);
  const [second] = await asSeed()<{ status: string; is_same: boolean; decision: string }[]>`
    select c.status, p.decision, p.display_hash = b.display_hash as is_same
    from customisations c join proofs p on p.customisation_id = c.id
    join proofs b on b.customisation_id = ${first.id}
    where c.order_id = ${placed.value.order.id}`;
  expect(second).toEqual({ status: "approved", decision: "approved", is_same: true });

  // Printed by another specification, the design has to be looked at first.
  await orderDesign(buyer, "proof", { name: "Lain" });
  expect(await again(buyer)).toEqual({ ok: false, problem: "print_changed" });
});

test("a reorder returns approved designs and names unapproved ones", async () => {
  const design = await orderDesign(buyer, "review", { name: "Sekali Lagi" });
  const [goods] = await asSeed()<{ name: string }[]>`
    select name from order_lines where order_id = ${design.order_id}`;
  const key = randomUUID();
  expect(await reorderOrder(buyer, design.order_id, key)).toEqual({
    ok: true,
    value: { lines: [], skipped: [goods?.name] },
  });
  await approveAsOrdered(staff, await seen(design.id));
  const made = await reorderOrder(buyer, design.order_id, key);
  expect(await reorderOrder(buyer, design.order_id, key), "a repeat").toEqual(made);
  expect(made).toMatchObject({
    ok: true,
    value: { lines: [{ quantity: 1, design_id: expect.any(String) }], skipped: [] },
  });
  const { person: stranger } = await makeCustomer("orang-asing");
  expect(await reorderOrder(stranger, design.order_id, key)).toEqual({
    ok: false,
    problem: "order_not_found",
  });
});
