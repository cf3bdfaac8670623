import { beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "#db/client.server.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);

const customer = demoPerson("customer@etalase.test");
const context = (idempotencyKey: string) => ({ idempotencyKey, language: "id" }) as const;

test("a sold-out variant is refused at once, also while another order locks it", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 2);
  const lines = [{ variant_id, quantity: 1 }];
  const input = await orderInput(customer, { lines });
  await setStock(variant_id, 1);
  const asked = { ...input, lines: [{ variant_id, quantity: 2 }] };
  // The first refusal marks the variant; the second request is refused before its transaction.
  for (const key of ["late", "later"]) {
    await inTransaction(async (sql) => {
      await sql`select from stock_items where variant_id = ${variant_id} for update`;
      const answer = await placeOrder(customer, asked, context(key));
      expect(answer).toMatchObject({ ok: false, problem: { code: "cart_problems" } });
      const problems =
        !answer.ok && "quote" in answer.problem ? answer.problem.quote?.problems : [];
      expect(problems).toMatchObject([{ code: "not_enough_stock", line: 0, available: 1 }]);
    });
  }
  expect(await stockOf(variant_id)).toMatchObject({ available: 1 });
});

test("a repeated request returns its order although the stock has since sold out", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 1);
  const input = await orderInput(customer, { lines: [{ variant_id, quantity: 1 }] });
  const first = await placeOrder(customer, input, context("once"));
  const other = await makeCustomer("too-late");
  const late = await placeOrder(
    other.person,
    { ...input, address_id: other.addressId },
    context("late too"),
  );
  expect(late).toMatchObject({ ok: false, problem: { code: "cart_problems" } });
  const again = await placeOrder(customer, input, context("once"));
  expect(first.ok && again.ok && again.value.order.id === first.value.order.id).toBe(true);
});

test("restocked pieces are sold, also right after a refusal", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 3);
  const input = await orderInput(customer, { lines: [{ variant_id, quantity: 3 }] });
  await setStock(variant_id, 2);
  const refused = await placeOrder(customer, input, context("back"));
  expect(refused).toMatchObject({ ok: false, problem: { code: "cart_problems" } });
  await setStock(variant_id, 3);
  expect(await placeOrder(customer, input, context("back"))).toMatchObject({ ok: true });
  expect(await stockOf(variant_id)).toMatchObject({ available: 0 });
});

test("a customer after the last code use and the last piece gets the right refusal for each", async () => {
  await makePromotion("TERAKHIR", { usage_limit: 1 });
  const buyers = await Promise.all(["behind", "before"].map(makeCustomer));
  const variant_id = await variantInStock();
  await setStock(variant_id, 1);
  const cart = { lines: [{ variant_id, quantity: 1 }], promo_codes: ["TERAKHIR"] };
  const inputs = await Promise.all(
    buyers.map(({ person, addressId }) => orderInput(person, { ...cart, address_id: addressId })),
  );
  const answers = await inTransaction(async (sql) => {
    // Stops one order before it takes the piece; it holds the code by then, which the other waits for.
    await sql`select from stock_items where variant_id = ${variant_id} for update`;
    const asked = inputs.map((input, index) =>
      placeOrder(buyers[index]?.person ?? customer, input, {
        idempotencyKey: `behind-${index}`,
        language: "id",
      }),
    );
    await vi.waitFor(async () => {
      const waiting = await asSeed()`
        select distinct pid from pg_locks
        where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
      expect(waiting).toHaveLength(2);
    });
    return asked;
  }).then((asked) => Promise.all(asked));
  expect(answers.map((answer) => (answer.ok ? "ok" : answer.problem.code)).sort()).toEqual([
    "cart_problems",
    "ok",
  ]);
});
