import { expect, test } from "vitest";
import { readContact, shownContact } from "./contact.ts";
import { mailLinkOf } from "./return-from-mail.ts";

test.each(["081234567890", "62 812-3456-7890", "+62 812 3456 7890", "(0812) 3456.7890"])(
  "%s is one number, however it is written",
  (typed) => {
    const contact = readContact(typed, true);
    expect(contact).toEqual({ phone: "+6281234567890" });
    expect(shownContact({ phone: "+6281234567890" })).toBe("0812-3456-7890");
  },
);

test.each([
  [" nama@contoh.id ", { email: "nama@contoh.id" }],
  ["0812345", { code: "phone_invalid" }],
  ["+1 202 555 0100", { code: "phone_invalid" }],
  ["nama@contoh", { code: "email_invalid" }],
  ["0812@contoh.id", { email: "0812@contoh.id" }],
  ["   ", { code: "contact_missing" }],
])("%j is read as %j", (typed, contact) => {
  expect(readContact(typed, true)).toEqual(contact);
});

test("without sign-in by phone, a number is reported as an incomplete e-mail address", () => {
  expect(readContact("081234567890", false)).toEqual({ code: "email_invalid" });
  expect(readContact("", false)).toEqual({ code: "email_missing" });
});

test("only a fragment with a secret and a known purpose counts as a mail link", () => {
  expect(mailLinkOf("#token_hash=abc&type=recovery")).toEqual({
    token_hash: "abc",
    type: "recovery",
  });
  for (const hash of [
    "",
    "#top",
    "#type=recovery",
    "#token_hash=abc&type=sms",
    "#token_hash=abc",
  ]) {
    expect(mailLinkOf(hash)).toBeNull();
  }
});
