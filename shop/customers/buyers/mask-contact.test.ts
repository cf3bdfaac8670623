import { expect, test } from "vitest";
import { maskContact } from "./mask-contact.ts";

test("masking leaves the first letter and the domain of an address and the ends of a number", () => {
  expect(maskContact({ email: "siti.rahma@gmail.com", phone: "+6281234567890" })).toEqual({
    email: "s•••@gmail.com",
    phone: "0812-••••-7890",
  });
  expect(maskContact({ email: null, phone: null })).toEqual({ email: null, phone: null });
});
