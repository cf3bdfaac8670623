import { afterAll, beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { Stage } from "#tests/stage/stage.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/shop.ts";
import { payAgain } from "./pay-again.server.ts";

const database = testDatabase({ demo: true, max: 10 });
let stage: Stage;
beforeAll(() => {
  openTestProviders();
  stage = new Stage(database.url());
});
afterAll(() => stage.close());

test("of two tabs that change the way to pay, the one that came last shows what can be paid", async () => {
  const { person, addressId } = await makeCustomer("two-tabs");
  const input = await orderInput(person, {
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
    address_id: addressId,
  });
  const placed = await placeOrder(person, input, { idempotencyKey: "two-tabs", language: "id" });
  if (!placed.ok) throw new Error(placed.problem.code);
  const orderId = placed.value.order.id;
  // The first tab's transaction has begun when the second tab comes, and goes on when that has stored its own attempt.
  const stops = [
    { actor: "first", before: "is_late" },
    { actor: "second", before: "p.expires_at, o.id as order_id" },
    { actor: "first", before: "nothing: to its end" },
  ];
  const outcomes = await stage.play(
    new Map([
      ["first", () => payAgain(person, orderId, "builtin:card")],
      ["second", () => payAgain(person, orderId, "transfer:bank")],
    ]),
    (ready) => {
      for (const { actor, before } of [...stops]) {
        const found = ready.find((one) => one.actor === actor);
        if (found && !found.step.text.includes(before)) return { actor, how: "go" };
        stops.shift();
      }
      return { actor: ready[0]?.actor ?? "", how: "go" };
    },
  );
  const told = outcomes.get("first");
  const [live] = await asShop()<{ id: string }[]>`
    select id from payments where order_id = ${orderId} and status in ('created', 'pending')`;
  const [newest] = await asShop()<{ id: string }[]>`
    select id from payments where order_id = ${orderId} order by created_at desc limit 1`;
  expect(newest).toEqual(live);
  expect(told).toMatchObject({
    kind: "done",
    value: { ok: true, value: { payment_id: live?.id } },
  });
});
