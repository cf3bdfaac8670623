import { expect, test } from "vitest";
import { isCashAhead, type OrderDetail } from "./order.ts";

const cash = { kind: "offline", status: "pending" } as OrderDetail["payment"];

test("the buyer is asked to have cash ready until the goods arrive", () => {
  const asks = (fulfilment_status: OrderDetail["fulfilment_status"]) =>
    isCashAhead({ status: "placed", payment: cash, fulfilment_status });
  expect(asks("unfulfilled")).toBe(true);
  expect(asks("fulfilled")).toBe(true);
  expect(asks("delivered")).toBe(false);
  expect(isCashAhead({ status: "completed", payment: cash, fulfilment_status: "delivered" })).toBe(
    false,
  );
});
