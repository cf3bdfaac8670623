import { beforeAll, expect, test } from "vitest";
import { seedId } from "#db/seed/deterministic.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { confirmReceived, readyForPickup } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listReturnable } from "./read-returns.server.ts";
import { requestReturn } from "./request-return.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

test("a pickup order cannot be returned before it is collected", async () => {
  const { person, addressId } = await makeCustomer("ambil-kembali");
  const asked = {
    lines: [{ variant_id: await variantInStock(), quantity: 2 }],
    address_id: addressId,
    shipping_method_id: seedId("method:pickup"),
    payment_method: "builtin:card",
  };
  const quote = await quoteCheckout({ actor: person }, asked, "id");
  const placed = await placeOrder(
    person,
    { ...asked, expected_total: quote.total, accepted_terms_version: quote.terms_version },
    { idempotencyKey: "ambil-kembali", language: "id" },
  );
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const order_id = placed.value.order.id;
  await payWith(placed.value.payment.id);
  await settlePayment(placed.value.payment.id);
  expect(await readyForPickup(demoPerson("staff@etalase.test"), { order_id })).toMatchObject({
    ok: true,
  });

  const [lying] = await listReturnable(person, order_id);
  expect(lying?.pieces).toEqual({ return: 0, claim: 0 });
  const ask = (key: string) =>
    requestReturn(person, {
      order_id,
      key,
      kind: "return",
      reason: "other",
      note: "",
      wish: null,
      lines: [{ order_line_id: lying?.order_line_id ?? "", quantity: 1 }],
    });
  expect(await ask("before-it-was-fetched")).toMatchObject({ problem: "return_too_late" });

  expect((await confirmReceived(person, order_id)).ok).toBe(true);
  expect((await listReturnable(person, order_id))[0]?.pieces).toEqual({ return: 2, claim: 2 });
  expect((await ask("after-it-was-fetched")).ok).toBe(true);
});
