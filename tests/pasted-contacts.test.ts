import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { readContact } from "#app/account/auth/contact.ts";
import { emailAddress, loginEmail } from "#backend/auth/input.ts";
import { phoneNumber } from "#backend/auth/users/contacts.ts";
import { addressSchema } from "#shop/customers/addresses/address.ts";
import { enquirySchema } from "#shop/customers/enquiries/enquiry.ts";
import { profileSchema } from "#shop/customers/profile.ts";
import { addressOf } from "#shop/imports/kinds/read-subscriber.ts";
import { normaliseCode } from "#shop/promotions/promotion.ts";
import { promotionFieldsSchema } from "#shop/promotions/promotion-input.ts";
import { invitationSchema } from "#shop/staff/invitations.server.ts";

const linesOf = (name: string) =>
  readFileSync(new URL(`support/files/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);

/** The address that each form, import and endpoint reads; undefined when it refuses. */
const readers: Readonly<Record<string, (typed: string) => string | undefined>> = {
  checkout: (contact_email) => parsed(profileSchema.entries.contact_email, contact_email),
  enquiry: (email) => parsed(enquirySchema.entries.email, email),
  invitation: (email) => parsed(invitationSchema.entries.email, email),
  promotion: (email) =>
    parsed(promotionFieldsSchema, {
      name: { id: "Uji", en: "" },
      class: "order",
      type: "fixed",
      value: 1,
      emails: [email],
    })?.emails[0],
  "mailing list": (email) => addressOf({ row_no: 2, cells: { email } }),
  "sign-up API": (email) => {
    try {
      return emailAddress(email);
    } catch {
      return undefined;
    }
  },
  "sign-in form": (email) => {
    const read = readContact(email, true);
    return "email" in read ? read.email : undefined;
  },
};

function parsed<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
): NonNullable<T> | undefined {
  const read = v.safeParse(schema, value);
  return read.success ? (read.output ?? undefined) : undefined;
}

test.each(Object.entries(readers))("%s reads pasted addresses by the one rule", (_, read) => {
  const [, , , , refused = ""] = linesOf("emails.txt");
  expect(linesOf("emails.txt").slice(0, 4).map(read)).toEqual(
    Array(4).fill("rani.uji@contoh.example"),
  );
  expect(read(refused)).toBeUndefined();
});

test("the sign-in finds the account of a pasted address", () => {
  expect(loginEmail("\u200bmailto:Rani.Uji@contoh.example.")).toBe("rani.uji@contoh.example");
});

test.each(linesOf("phones.txt"))("the pasted number %j is one number everywhere", (typed) => {
  expect(v.parse(addressSchema.entries.phone, typed)).toBe("+6281234567890");
  expect(v.parse(profileSchema.entries.phone, typed)).toBe("+6281234567890");
  expect(readContact(typed, true)).toEqual({ phone: "+6281234567890" });
});

test("the sign-in API reads a pasted international number", () => {
  expect(phoneNumber("\u202a+62 812\u20113456\u20117890\u202c")).toBe("6281234567890");
  expect(phoneNumber("0062 812 3456 7890")).toBe("6281234567890");
});

test("pasted promo codes are one code", () => {
  expect(linesOf("promo-codes.txt").map(normaliseCode)).toEqual(Array(4).fill("HEMAT10"));
});
