import { expect, test } from "vitest";
import type { OrderDetail, PaymentAttempt } from "#shop/orders/order.ts";
import { outcomeOf } from "./outcome.ts";

type OutcomeInput = Parameters<typeof outcomeOf>[0];

const attempt = (status: PaymentAttempt["status"], kind: PaymentAttempt["kind"]) => ({
  id: "p",
  provider: "builtin",
  method: `builtin:${kind}`,
  kind,
  status,
  amount: 1,
  expires_at: "2026-11-22T00:00:00Z",
  decline_code: null,
});
const waiting = (payment: OrderDetail["payment"], can_pay = true): OutcomeInput => ({
  stage: "awaiting_payment",
  status: "awaiting_payment",
  fulfilment_status: "unfulfilled",
  can_pay,
  payment,
  total: 1,
});
const placed = (changes: Partial<OutcomeInput>): OutcomeInput => ({
  stage: "processing",
  status: "placed",
  fulfilment_status: "unfulfilled",
  can_pay: false,
  payment: attempt("settled", "card"),
  total: 1,
  ...changes,
});

test("a pending order says whether the buyer or the shop has to act", () => {
  const proof = { proof_at: "2026-11-22T00:00:00Z" };
  expect(outcomeOf(waiting(attempt("pending", "instructions")), { proof_at: null })).toBe("to_pay");
  expect(outcomeOf(waiting(attempt("pending", "instructions")), proof)).toBe("proof");
  expect(outcomeOf(waiting(attempt("expired", "instructions")), proof)).toBe("to_pay");
  expect(outcomeOf(waiting(null), null)).toBe("to_pay");
  expect(outcomeOf(waiting(attempt("pending", "redirect")), null)).toBe("checking");
  expect(outcomeOf(waiting(attempt("authorized", "card")), null)).toBe("checking");
  expect(outcomeOf(waiting(attempt("declined", "card")), null)).toBe("declined");
  expect(outcomeOf(waiting(attempt("pending", "instructions"), false), null)).toBe("checking");
});

test("an order in progress shows its current step", () => {
  expect(outcomeOf(placed({}), null)).toBe("paid");
  expect(outcomeOf(placed({ payment: null, total: 0 }), null)).toBe("nothing");
  expect(outcomeOf(placed({ payment: attempt("pending", "offline") }), null)).toBe("cash");
  expect(outcomeOf(placed({ stage: "shipped", fulfilment_status: "partial" }), null)).toBe(
    "sent_part",
  );
  expect(outcomeOf(placed({ stage: "shipped", fulfilment_status: "fulfilled" }), null)).toBe(
    "sent",
  );
  expect(outcomeOf(placed({ stage: "done", status: "completed" }), null)).toBe("arrived");
  expect(outcomeOf(placed({ stage: "canceled", status: "canceled" }), null)).toBe("canceled");
  expect(outcomeOf(placed({ stage: "canceled", status: "expired" }), null)).toBe("expired");
});
