import { expect, test } from "vitest";
import { answerOrder } from "./order-action.server.ts";

const claims = { sub: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11", role: "authenticated" };
const staff = {
  kind: "person",
  id: claims.sub,
  role: "USER",
  permissions: [],
  email: "staff@etalase.test",
  claims,
} as const;

test.each(["pay", "settle", "cancel", "received"])(
  "%s: an address that cannot name an order answers 404",
  async (intent) => {
    const form = new FormData();
    form.set("intent", intent);
    expect(await answerOrder(staff, "0", form)).toEqual({ problem: "order_not_found" });
  },
);
