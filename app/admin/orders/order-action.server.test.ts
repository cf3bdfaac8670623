import { expect, test } from "vitest";
import { answerStaff } from "./order-action.server.ts";

const claims = { sub: "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11", role: "authenticated" };
const staff = {
  kind: "person",
  id: claims.sub,
  role: "USER",
  permissions: [],
  email: "staff@etalase.test",
  claims,
} as const;

test.each(["pack", "ship", "delivered", "cancel"])(
  "%s: an address that cannot name an order answers 404",
  async (intent) => {
    const form = new FormData();
    form.set("intent", intent);
    expect(await answerStaff(staff, "0", form)).toEqual({ problem: "order_not_found" });
  },
);

test.each(["refund", "prepare"])(
  "%s: a line that the form names twice is refused",
  async (intent) => {
    const form = new FormData();
    form.set("intent", intent);
    form.set("key", crypto.randomUUID());
    form.set("courier", "JNE");
    form.set("channel", "original");
    form.set("reason", "customer");
    const line = `line:${crypto.randomUUID()}`;
    form.append(line, "1");
    const answer = () => answerStaff(staff, crypto.randomUUID(), form);
    expect(await answer()).toEqual({ problem: "order_not_found" });
    form.append(line, "1");
    expect(await answer()).toEqual({ problem: "invalid_input" });
  },
);
