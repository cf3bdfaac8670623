import { beforeAll, expect, test } from "vitest";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPrintFile } from "#shop/production/customisations/print-files/print-file.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { startPrinting } from "#shop/production/customisations/print-files/start-printing.server.ts";
import { approveAsOrdered } from "#shop/production/customisations/proofs/review-design.server.ts";
import { orderDesign } from "#tests/support/builders/customisations.ts";
import { demoPerson, openTestProviders, payWith } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listCustomisations } from "./list-queue.server.ts";
import { countQueue, findQueueBoard } from "./queue-board.server.ts";
import { boardColumns, stepOf } from "./queue-view.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

beforeAll(openTestProviders);

const boardOf = async () => {
  const board = await findQueueBoard(staff, undefined);
  return Object.fromEntries(board.map((column) => [column.view, column]));
};
const started = (id: string) =>
  asSeed()<{ sent: number; acts: number }[]>`
    select (select count(*)::int from private.outbox where dedupe_key = ${`design:in_production:${id}:`}) as sent,
      (select count(*)::int from audit_entries where subject_id = ${id} and action = 'customisation.started') as acts`;

test("a card moves by its one step from column to column, and each move is a use case", async () => {
  const before = await boardOf();
  const { id, proof } = await orderDesign(buyer, "review");
  const card = async () => {
    const [found] = Object.values(await boardOf()).flatMap(({ view, cards }) =>
      cards.filter((one) => one.id === id).map((one) => ({ ...one, view })),
    );
    return found;
  };
  const first = await card();
  expect(first).toMatchObject({ view: "look", is_late: false, is_drawn: true });
  expect(first?.due_day).not.toBeNull();
  expect((await boardOf()).look?.count).toBe((before.look?.count ?? 0) + 1);
  expect((await countQueue(staff, undefined)).look).toBe((before.look?.count ?? 0) + 1);
  expect(await countQueue(buyer, undefined)).toEqual({});
  expect(first && stepOf(first)).toEqual({ step: "approve", to: "ready" });

  expect(await startPrinting(staff, id)).toEqual({ ok: false, problem: "job_not_approved" });
  const seen = { customisation_id: id, status: "submitted", proof_id: proof } as const;
  expect(await approveAsOrdered(staff, seen)).toMatchObject({ ok: true });
  const ready = await card();
  expect(ready && [ready.view, stepOf(ready)?.step]).toEqual(["ready", "start"]);

  // Two people press at once: it begins once, with one mail.
  const both = await Promise.all([startPrinting(staff, id), startPrinting(staff, id)]);
  expect(both).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  const printing = await card();
  expect(printing && [printing.view, stepOf(printing)?.step]).toEqual(["printing", "finish"]);
  const good = (printing?.pieces ?? 0) - (printing?.good ?? 0);
  const rest = { id: crypto.randomUUID(), customisation_id: id, good, spoiled: 0, reason: "" };
  expect(await countPrinted(staff, rest)).toMatchObject({ value: { status: "done" } });
  const done = await card();
  expect(done && [done.view, stepOf(done), done.due_day]).toEqual(["done", null, null]);
  expect(await started(id)).toEqual([{ sent: 1, acts: 1 }]);
});

test("an unpaid design is in its own column and has no due day until it is paid", async () => {
  const { id, payment } = await orderDesign(buyer, "self", { isPaid: false });
  const card = async () => {
    const all = Object.values(await boardOf());
    const found = all.flatMap(({ view, cards }) => cards.map((one) => ({ ...one, view })));
    const one = found.find((each) => each.id === id);
    return one && [one.view, stepOf(one)?.step, one.due_day !== null];
  };
  expect(await card()).toEqual(["unpaid", undefined, false]);
  expect(await findPrintFile(staff, id)).toBeUndefined();
  await payWith(payment);
  await settlePayment(payment);
  expect(await card()).toEqual(["ready", "start", true]);
});

test("what has begun to print cannot be canceled; unpaid, unknown and strangers' work does not begin", async () => {
  const { id, proof, order_id } = await orderDesign(buyer, "review");
  const seen = { customisation_id: id, status: "submitted", proof_id: proof } as const;
  await approveAsOrdered(staff, seen);
  expect(await startPrinting(buyer, id)).toEqual({ ok: false, problem: "not_permitted" });
  expect(await startPrinting(staff, staff.id)).toMatchObject({
    problem: "customisation_not_found",
  });
  expect(await startPrinting(staff, id)).toMatchObject({ ok: true });
  // The printer's file may show people, so the log has who took it.
  expect(await findPrintFile(buyer, id)).toBeUndefined();
  expect((await findPrintFile(staff, id))?.fileName).toMatch(/\.pdf$/);
  expect(
    await asSeed()`
      select actor_id from audit_entries where subject_id = ${id} and action = 'customisation.downloaded'`,
  ).toEqual([{ actor_id: staff.id }]);
  expect(await cancelOrder(buyer, order_id, "customer")).toEqual({
    ok: false,
    problem: "order_not_cancelable",
  });
  expect(await findQueueBoard(buyer, undefined)).toEqual([]);
});

test("columns begin with what waits longest, and a way of printing is read alone", async () => {
  const [kept] = await asSeed()<{ process: "dtf" }[]>`
    select process from customisations where process is not null limit 1`;
  const board = await findQueueBoard(staff, kept?.process);
  expect(board.map(({ view }) => view)).toEqual(boardColumns);
  for (const { view, cards, count } of board) {
    const page = await listCustomisations(
      ...[staff, view, { after: null, before: null }, { process: kept?.process }],
    );
    expect(new Set(page.rows.map(({ process }) => process)).size).toBeLessThanOrEqual(1);
    expect(count).toBe(page.rows.length);
    const ids = page.rows.map(({ id }) => id);
    expect(cards.map(({ id }) => id)).toEqual(
      (view === "done" ? ids : ids.toReversed()).slice(0, 10),
    );
  }
});
