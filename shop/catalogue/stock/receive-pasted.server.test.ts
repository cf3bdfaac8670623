import { expect, test } from "vitest";
import { demoPerson, stockOf } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { receivePastedDelivery } from "./receive-pasted.server.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");

test("a pasted delivery is booked with costs, in full or not at all, and once per key", async () => {
  const [a, b] = await asSeed()<{ id: string; sku: string }[]>`
    select id, sku from product_variants where not archived order by sku limit 2`;
  if (!a || !b) throw new Error("the demo shop has variants");
  const onHand = async () => [(await stockOf(a.id)).on_hand, (await stockOf(b.id)).on_hand];
  const [hadA = 0, hadB = 0] = await onHand();
  const key = crypto.randomUUID();
  const receive = (text: string, skips = false, actor = admin) =>
    receivePastedDelivery(actor, { key, text, note: "Nota 12", skips });

  const text = `SKU\tJumlah\tModal\n${a.sku}\t12\t9.000\nTIDAK-ADA\t4\t1.000\n${b.sku}\t5\t`;
  expect(await receive(text)).toEqual({
    ok: false,
    problem: { code: "pasted_unmatched", lines: ["TIDAK-ADA 4 1.000"] },
  });
  expect(await onHand()).toEqual([hadA, hadB]);
  expect(await receive(text, true)).toEqual({ ok: true, value: 2 });
  await receive(text, true);
  expect(await onHand()).toEqual([hadA + 12, hadB + 5]);
  const booked = await asSeed()`
    select m.variant_id, m.note, c.unit_cost from stock_movements m
    left join variant_costs c on c.movement_id = m.id where m.dedupe_key like ${`receive:${key}:%`}
    order by m.quantity desc`;
  expect(booked).toEqual([
    { variant_id: a.id, note: "Nota 12", unit_cost: 9000 },
    { variant_id: b.id, note: "Nota 12", unit_cost: null },
  ]);

  // Without `costs.edit`, lines with a cost are unmatched.
  const clerk = {
    ...admin,
    permissions: admin.permissions.filter((right) => right !== "costs.edit"),
  };
  expect(await receive(text, false, clerk)).toMatchObject({
    problem: { lines: expect.arrayContaining([`${a.sku} 12 9.000`]) },
  });
  expect(await receive(text, true, demoPerson("customer@etalase.test"))).toMatchObject({
    problem: { code: "not_permitted" },
  });
  expect(await receive(`${a.sku}\t0`)).toMatchObject({ problem: { code: "pasted_nothing" } });
});
