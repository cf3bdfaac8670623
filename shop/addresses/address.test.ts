import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { addressSchema } from "./address.ts";
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
    ["0812345678", "+62812345678"],
    ["0812345678901", "+62812345678901"],
  ])("%s is %s", (typed, phone) => {
    expect(normalisePhone(typed)).toBe(phone);
  });

  test.each(["", "+", "0812", "08123456", "08123456789012", "02212345678", "+1 202 555 0143"])(
    "%j is no mobile number of Indonesia",
    (typed) => {
      expect(normalisePhone(typed)).toBeUndefined();
    },
  );

  test.each([
    "+62812345678x0",
    "０８１２３４５６７８９０",
    "+62+81234567890",
    "0812\u000034567890",
  ])("%j is refused", (typed) => {
    expect(normalisePhone(typed)).toBeUndefined();
  });

  test("every way of writing a number gives the same one, which is stable", () => {
    const number = fc.stringMatching(/^8[0-9]{8,11}$/);
    const prefix = fc.constantFrom("", "0", "62", "+62", "+62 ");
    const gap = fc.constantFrom("", " ", "-", ".", " - ");
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

describe("addressSchema", () => {
  const address = {
    label: "home",
    recipient: "Sari Dewi",
    phone: "0812-3456-7890",
    region_code: "3273191001",
    postal_code: " 40111 ",
    street: "Jl. Braga No. 1, RT 01/RW 02",
  };
  const problemsOf = (input: unknown) => {
    const parsed = v.safeParse(addressSchema, input);
    return parsed.success ? [] : parsed.issues.map((issue) => [v.getDotPath(issue), issue.message]);
  };

  test("keeps what can be stored and nothing else", () => {
    expect(v.parse(addressSchema, { ...address, recipient: " Sari\u0000 Dewi\n" })).toEqual({
      ...address,
      recipient: "Sari  Dewi",
      phone: "+6281234567890",
      postal_code: "40111",
      landmark: "",
    });
  });

  test.each([
    ["recipient", "  \u0000 ", "required"],
    ["recipient", "x".repeat(81), "too_long"],
    ["phone", "0812", "phone_invalid"],
    ["region_code", "32.73", "region_required"],
    ["region_code", "３２７３１９１００１", "region_required"],
    ["postal_code", "4011", "postal_code_invalid"],
    ["street", "", "required"],
    ["landmark", "x".repeat(121), "too_long"],
    ["label", "villa", "required"],
  ])("%s %j is %s", (field, value, code) => {
    expect(problemsOf({ ...address, [field]: value })).toEqual([[field, code]]);
  });

  test("a field that is not ours is refused", () => {
    expect(problemsOf({ ...address, customer_id: "1" })).toHaveLength(1);
  });

  test("whatever is typed, what comes out can be stored and reads the same again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 80 }), (recipient) => {
        const parsed = v.safeParse(addressSchema, { ...address, recipient });
        if (!parsed.success) return;
        expect(parsed.output.recipient).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
        expect(v.parse(addressSchema, parsed.output)).toEqual(parsed.output);
      }),
      runs,
    );
  });
});
