import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { deliverShipment, sendShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { displayOf } from "#tests/support/builders/design-versions.ts";
import {
  giveMoneyBack,
  mailsAbout,
  paidOrder,
  receivedOrder,
} from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  openTestProviders,
  provenAdmin,
  setStock,
  stockOf,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  approveReturn,
  cancelReturn,
  declineReturn,
  receiveReturn,
  sendReturn,
} from "./decide-return.server.ts";
import {
  findReturn,
  listReturnable,
  listReturns,
  listReturnsOf,
  readReturnFilter,
} from "./read-returns.server.ts";
import { requestReturn } from "./request-return.server.ts";
import { type ReturnInput, returnInputSchema } from "./return.ts";
import { returnDeadline } from "./return-deadline.ts";
import { closeReturn, refundReturn, resolveClaim } from "./settle-return.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
const stranger = demoPerson("customer@etalase.test");
type Order = Awaited<ReturnType<typeof receivedOrder>>;
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: string }): T => {
  if (!result.ok) throw new Error(result.problem);
  return result.value;
};
const lineOf = (order: Pick<Order, "lines">, index = 0) => {
  const line = order.lines[index];
  if (!line) throw new Error("no line");
  return line;
};
const asked = (order: Order, quantity: number, wanted: Partial<ReturnInput> = {}): ReturnInput => ({
  order_id: order.id,
  key: crypto.randomUUID(),
  kind: "return",
  reason: "changed_mind",
  note: "",
  wish: null,
  lines: [{ order_line_id: lineOf(order).id, quantity }],
  ...wanted,
});
const money = { shipping: 0, channel: "original" } as const;

test("a return is requested, approved, sent and counted; only sellable pieces are restocked", async () => {
  const order = await receivedOrder("retur", [3], ["HEMAT10"]);
  const line = lineOf(order);
  const before = await stockOf(line.variant_id);
  const input = asked(order, 2);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => requestReturn(order.person, input)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const { return_id, number } = value(answers[0] ?? (await requestReturn(order.person, input)));
  expect(number).toMatch(/^RET-\d{4}$/);
  expect(await requestReturn(order.person, asked(order, 2))).toMatchObject({
    problem: "returned_too_many",
  });
  expect(await receiveReturn(staff, return_id, [])).toMatchObject({ problem: "return_step" });
  value(await approveReturn(staff, return_id, "Bungkus seperti semula."));
  value(await sendReturn(order.person, return_id, { courier: "JNE", tracking_number: "BALIK-1" }));
  expect(await cancelReturn(order.person, return_id)).toMatchObject({ problem: "return_step" });
  const count = (resellable: number, damaged: number) => [
    { order_line_id: line.id, resellable, damaged },
  ];
  expect(await receiveReturn(staff, return_id, count(2, 1))).toMatchObject({
    problem: "count_wrong",
  });
  expect(await receiveReturn(staff, return_id, count(0, 0))).toMatchObject({
    problem: "count_wrong",
  });
  expect(await findReturn(order.person, return_id)).toMatchObject({
    status: "in_transit",
    lines: [{ resellable: null, damaged: null }],
  });
  await Promise.all(Array.from({ length: 5 }, () => receiveReturn(staff, return_id, count(1, 1))));
  expect(await stockOf(line.variant_id)).toMatchObject({ on_hand: before.on_hand + 1 });

  await Promise.all(Array.from({ length: 5 }, () => refundReturn(staff, return_id, money)));
  await giveMoneyBack(order.id);
  const [units] = await asSeed()<{ sum: number }[]>`
    select (unit_totals[1] + unit_totals[2])::bigint as sum from order_lines where id = ${line.id}`;
  expect(await findOrder(order.person, order.id)).toMatchObject({ refunded_total: units?.sum });
  expect(await findReturn(order.person, return_id)).toMatchObject({
    status: "refunded",
    tracking_number: "BALIK-1",
    lines: [{ quantity: 2, resellable: 1, damaged: 1 }],
  });
  expect((await mailsAbout(order.id)).filter((kind) => kind.startsWith("return"))).toEqual([
    "return_requested",
    "return_approved",
    "return_received",
    "return_refunded",
  ]);
  const events = await asSeed()`
    select kind, actor_id from order_events where order_id = ${order.id} and kind like 'return%' order by id`;
  expect(events).toEqual(
    ["requested", "approved", "in_transit", "received", "refunded"].map((step) => ({
      kind: `return_${step}`,
      actor_id: step === "requested" || step === "in_transit" ? order.person.id : staff.id,
    })),
  );
  expect(await findBreaches()).toEqual([]);
});

test("a line that a request names twice is refused before the database", () => {
  const line = { order_line_id: crypto.randomUUID(), quantity: 1 };
  const input = {
    order_id: crypto.randomUUID(),
    key: crypto.randomUUID(),
    kind: "return",
    reason: "changed_mind",
    note: "",
    wish: null,
  };
  expect(v.is(returnInputSchema, { ...input, lines: [line] })).toBe(true);
  expect(v.is(returnInputSchema, { ...input, lines: [line, line] })).toBe(false);
});

test("a return is visible to its owner only", async () => {
  const order = await receivedOrder("milik", [1]);
  expect(await requestReturn(stranger, asked(order, 1))).toMatchObject({
    problem: "order_not_found",
  });
  const { return_id } = value(await requestReturn(order.person, asked(order, 1)));
  expect(await findReturn(stranger, return_id)).toBeUndefined();
  expect(await listReturnsOf(stranger, order.id)).toEqual([]);
  expect(await listReturnable(stranger, order.id)).toEqual([]);
  expect(await cancelReturn(stranger, return_id)).toMatchObject({ problem: "return_not_found" });
  for (const step of [approveReturn, declineReturn, closeReturn]) {
    expect(await step(order.person, return_id, "ya")).toMatchObject({
      problem: "return_not_found",
    });
  }
  expect(await refundReturn(order.person, return_id, money)).toMatchObject({
    problem: "return_not_found",
  });
  expect(await declineReturn(staff, return_id, " ")).toMatchObject({ problem: "answer_needed" });
  value(await declineReturn(staff, return_id, "Sudah dipakai."));
  expect(await findReturn(order.person, return_id)).toMatchObject({
    status: "declined",
    answer: "Sudah dipakai.",
  });
  // A declined return can be requested again.
  value(await requestReturn(order.person, asked(order, 1)));
});

test("the days run from the moment a shipment arrived, else from when it should have", () => {
  const rules = { return_days: 7, claim_days: 4, transit_days: 5 };
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const shipment = { shipped_at: at(1), delivered_at: at(3) };
  expect(returnDeadline(shipment, "return", rules)).toEqual(at(10));
  expect(returnDeadline(shipment, "claim", rules)).toEqual(at(7));
  expect(returnDeadline({ ...shipment, delivered_at: null }, "return", rules)).toEqual(at(13));
  expect(returnDeadline({ shipped_at: null, delivered_at: null }, "claim", rules)).toBeUndefined();
});

test("claims of goods made to order have two working days, across a weekend and holidays", () => {
  const rules = { return_days: 7, claim_days: 0, transit_days: 5 };
  const until = (day: string, claim_days = 0) =>
    returnDeadline(
      { shipped_at: null, delivered_at: new Date(day) },
      "claim",
      { ...rules, claim_days },
      "Asia/Jakarta",
    )?.toISOString();
  // Thursday evening in Jakarta: Friday and Monday are the working days.
  expect(until("2026-01-08T14:00:00Z")).toBe("2026-01-12T17:00:00.000Z");
  // Good Friday and a weekend lie between.
  expect(until("2026-04-02T03:00:00Z")).toBe("2026-04-07T17:00:00.000Z");
  expect(until("2026-01-08T14:00:00Z", 30)).toBe("2026-02-07T14:00:00.000Z");
});

test("no return is possible before shipping or after the return period", async () => {
  const late = await receivedOrder("telat", [1]);
  await asSeed()`
    update shipments set delivered_at = now() - interval '6 days' where order_id = ${late.id}`;
  expect(
    await requestReturn(late.person, asked(late, 1, { kind: "claim", reason: "damaged" })),
  ).toMatchObject({
    problem: "return_too_late",
  });
  value(await requestReturn(late.person, asked(late, 1)));
  const unsent = await paidOrder("belum", [1]);
  const order = { ...unsent, shipmentId: "" };
  expect(await requestReturn(unsent.person, asked(order, 1))).toMatchObject({
    problem: "return_too_late",
  });
});

test("a custom item can be returned only when it is faulty", async () => {
  const order = await receivedOrder("nama-sendiri", [1]);
  const sql = asSeed();
  const [line] = await sql<{ id: string }[]>`
    insert into order_lines (order_id, customer_id, position, sku, name, quantity, unit_price, total, weight_grams)
    values (${order.id}, ${order.person.id}, 9, 'NAMA', 'Mug nama', 1, 0, 0, 0) returning id`;
  await sql`
    with made as (
      insert into customisations (order_id, order_line_id, customer_id, name, document)
      values (${order.id}, ${line?.id ?? ""}, ${order.person.id}, 'Nama', '{}') returning id
    ) insert into proofs (customisation_id, customer_id, version, document, document_hash, display, words, decision, decided_at)
    select id, ${order.person.id}, 1, '{}', repeat('0', 64), ${sql.json(displayOf(["Rani"]))}, '{Rani}', 'approved', now() from made`;
  await sql`
    insert into shipment_lines (shipment_id, order_line_id, quantity)
    values (${order.shipmentId}, ${line?.id ?? ""}, 1)`;
  const lines = [{ order_line_id: line?.id ?? "", quantity: 1 }];
  expect(await requestReturn(order.person, asked(order, 1, { lines }))).toMatchObject({
    problem: "personalised_not_returnable",
  });
  expect((await listReturnable(order.person, order.id)).at(-1)?.pieces).toEqual({
    return: 0,
    claim: 1,
  });
  const claim = value(
    await requestReturn(
      order.person,
      asked(order, 1, { lines, kind: "claim", reason: "misprinted" }),
    ),
  );
  // What the buyer approved stands beside the photograph, for the buyer and for staff.
  for (const reader of [order.person, staff]) {
    const seen = await findReturn(reader, claim.return_id);
    expect(seen?.lines[0]?.proof).toMatchObject({
      picture: expect.stringContaining("<svg"),
      words: ["Rani"],
    });
  }
});

test("a claim ends with a replacement: a shipment of the same order that changes none of its counts", async () => {
  const order = await receivedOrder("ganti", [2]);
  const line = lineOf(order);
  const before = await stockOf(line.variant_id);
  const { return_id } = value(
    await requestReturn(
      order.person,
      asked(order, 1, { kind: "claim", reason: "damaged", wish: "replacement", note: "Retak" }),
    ),
  );
  expect(await resolveClaim(staff, return_id, "replacement", money)).toMatchObject({
    problem: "return_step",
  });
  value(await approveReturn(staff, return_id, ""));
  await setStock(line.variant_id, 0);
  expect(await resolveClaim(staff, return_id, "both", money)).toMatchObject({
    problem: "out_of_stock",
  });
  expect(await asSeed()`select 1 from refunds where order_id = ${order.id}`).toEqual([]);
  await setStock(line.variant_id, before.available);
  await Promise.all(
    Array.from({ length: 5 }, () => resolveClaim(staff, return_id, "replacement", money)),
  );
  const shipments = (await findOrder(order.person, order.id))?.shipments ?? [];
  expect(shipments.map(({ kind, status }) => [kind, status])).toEqual([
    ["order", "delivered"],
    ["replacement", "pending"],
  ]);
  expect(await stockOf(line.variant_id)).toMatchObject({ allocated: before.allocated + 1 });
  expect(await findBreaches()).toEqual([]);
  const id = shipments[1]?.id ?? "";
  value(await sendShipment(staff, id, "GANTI-1"));
  value(await deliverShipment(order.person, id));
  expect(await stockOf(line.variant_id)).toMatchObject({
    on_hand: before.on_hand - 1,
    allocated: before.allocated,
  });
  expect(await findOrder(order.person, order.id)).toMatchObject({
    status: "completed",
    fulfilment_status: "delivered",
    refunded_total: 0,
  });
  expect(await findBreaches()).toEqual([]);
});

test("a claim may refund goods and delivery, a return no delivery", async () => {
  const order = await receivedOrder("uang-klaim", [1]);
  const { shipping = 0 } = (await findOrder(staff, order.id)) ?? {};
  const claim = value(
    await requestReturn(order.person, asked(order, 1, { kind: "claim", reason: "misprinted" })),
  );
  value(await approveReturn(staff, claim.return_id, ""));
  value(await resolveClaim(staff, claim.return_id, "refund", { ...money, shipping }));
  await giveMoneyBack(order.id);
  expect(await findOrder(staff, order.id)).toMatchObject({
    payment_status: "refunded",
    refundable: 0,
  });

  const other = await receivedOrder("tutup", [1]);
  const { return_id } = value(await requestReturn(other.person, asked(other, 1)));
  value(await approveReturn(staff, return_id, ""));
  value(
    await receiveReturn(staff, return_id, [
      { order_line_id: lineOf(other).id, resellable: 0, damaged: 1 },
    ]),
  );
  value(await closeReturn(staff, return_id, "Barang sudah dicuci."));
  expect(await refundReturn(staff, return_id, money)).toMatchObject({ problem: "return_step" });
  expect(await findBreaches()).toEqual([]);
});

test("the list of returns finds by number, order and name, and counts by status", async () => {
  const order = await receivedOrder("daftar-retur", [1]);
  const { number } = value(await requestReturn(order.person, asked(order, 1)));
  const find = (query: string) => listReturns(staff, readReturnFilter(new URLSearchParams(query)));
  expect((await find(`q=${number}`)).returns).toMatchObject([{ number, pieces: 1 }]);
  const named = await find("q=daftar-retur&stage=decide");
  expect(named).toMatchObject({ total: 1, counts: { decide: 1, running: 0, done: 0 } });
  expect((await find("q=%25")).total).toBe(0);
  expect((await listReturns(stranger, readReturnFilter(new URLSearchParams()))).total).toBe(0);
});

test("the 31st request within a day for one order is refused and mails nobody", async () => {
  const order = await receivedOrder("sering", [1]);
  for (let n = 0; n < 30; n++) {
    const { return_id } = value(await requestReturn(order.person, asked(order, 1)));
    value(await cancelReturn(order.person, return_id));
  }
  const mails = () => asSeed()`
    select from private.outbox where recipient = ${order.person.email ?? ""} and dedupe_key like ${`order:return_requested:${order.id}:%`}`;
  expect(await mails()).toHaveLength(30);
  expect(await requestReturn(order.person, asked(order, 1))).toEqual({
    ok: false,
    problem: "too_many_requests",
  });
  expect(await mails()).toHaveLength(30);
});
