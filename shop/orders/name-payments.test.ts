import { expect, test } from "vitest";
import { namePayments } from "./name-payments.ts";
import type { PaymentAttempt } from "./order.ts";

const nameOf = (method: string) => `name of ${method}`;
const attempt = (method: string) => ({ method }) as PaymentAttempt;

test("an order that was paid with two methods has the name and amount of both", () => {
  const settled_payments = [
    { method: "transfer:bank", amount: 79_386 },
    { method: "counter:cash", amount: 157_614 },
  ];
  expect(namePayments({ payment: attempt("counter:cash"), settled_payments }, nameOf)).toEqual([
    "name of transfer:bank Rp79.386",
    "name of counter:cash Rp157.614",
  ]);
});

test("an order with one payment has the name of its settled method, else of the newest attempt", () => {
  const settled_payments = [{ method: "transfer:bank", amount: 5_000 }];
  const payment = attempt("builtin:card");
  expect(namePayments({ payment, settled_payments }, nameOf)).toEqual(["name of transfer:bank"]);
  expect(namePayments({ payment, settled_payments: [] }, nameOf)).toEqual(["name of builtin:card"]);
  expect(namePayments({ payment: null, settled_payments: [] }, nameOf)).toEqual([]);
});
