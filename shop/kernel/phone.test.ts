import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPhone, normalisePhone } from "./phone.ts";

const runs = { numRuns: 2_000 };

describe("normalisePhone", () => {
  test.each([
    ["081234567890", "+6281234567890"],
    ["81234567890", "+6281234567890"],
    ["6281234567890", "+6281234567890"],
    ["+6281234567890", "+6281234567890"],
    ["+62 812-3456-7890", "+6281234567890"],
    ["0812.3456.7890", "+6281234567890"],
    ["(0812) 3456 7890", "+6281234567890"],
    ["0812\u00a03456\u00a07890", "+6281234567890"],
    ["\u202a+62 812\u20113456\u20117890\u202c", "+6281234567890"],
    ["\u2068+62 812-3456-7890\u2069", "+6281234567890"],
    ["0812\u20133456\u20137890", "+6281234567890"],
    ["0812\u22123456\u22127890", "+6281234567890"],
    ["+62 0812-3456-7890", "+6281234567890"],
    ["+62 (0)812-3456-7890", "+6281234567890"],
    ["0062 812 3456 7890", "+6281234567890"],
    ["tel:+6281234567890", "+6281234567890"],
    ["0812345678", "+62812345678"],
    ["0812345678901", "+62812345678901"],
  ])("%s is %s", (typed, phone) => {
    expect(normalisePhone(typed)).toBe(phone);
  });

  test.each([
    "",
    "+",
    "0812",
    "08123456",
    "08123456789012",
    "02212345678",
    "+1 202 555 0143",
    "0081234567890",
  ])("%j is no mobile number of Indonesia", (typed) => {
    expect(normalisePhone(typed)).toBeUndefined();
  });

  test.each([
    "+62812345678x0",
    "０８１２３４５６７８９０",
    "+62+81234567890",
    "0812\u000034567890",
  ])("%j is refused", (typed) => {
    expect(normalisePhone(typed)).toBeUndefined();
  });

  test("every spelling of a number normalises to the same one, idempotently", () => {
    const number = fc.stringMatching(/^8[0-9]{8,11}$/);
    const prefix = fc.constantFrom("", "0", "62", "+62", "+62 ", "+62 0", "0062 ", "\u202a+62 ");
    const gap = fc.constantFrom("", " ", "-", ".", " - ", "\u2011", "\u2013", "\u200b");
    fc.assert(
      fc.property(number, prefix, gap, (digits, start, between) => {
        const typed = start + (digits.match(/.{1,4}/g) ?? []).join(between);
        const phone = normalisePhone(typed);
        expect(phone).toBe(`+62${digits}`);
        expect(normalisePhone(formatPhone(phone ?? ""))).toBe(phone);
      }),
      runs,
    );
  });
});

test.each([
  ["+6281234567890", "0812-3456-7890"],
  ["+62812345678", "0812-3456-78"],
  ["+62812345678901", "0812-3456-78901"],
])("%s is shown as %s", (phone, text) => {
  expect(formatPhone(phone)).toBe(text);
});
