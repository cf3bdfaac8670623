import { expect, test } from "vitest";
import { maskContact } from "./mask-contact.ts";

test("a masked contact has the first letter, the domain and the ends of the number", () => {
  expect(maskContact({ email: "siti.rahma@gmail.com", phone: "+6281234567890" })).toEqual({
    email: "s•••@gmail.com",
    phone: "0812-••••-7890",
  });
  expect(maskContact({ email: null, phone: null })).toEqual({ email: null, phone: null });
});
