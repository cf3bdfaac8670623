import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { addressSchema } from "./address.ts";

const runs = { numRuns: 2_000 };

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

  test("accepts what can be stored and nothing else", () => {
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

  test("an unknown field is refused", () => {
    expect(problemsOf({ ...address, customer_id: "1" })).toHaveLength(1);
  });

  test("any input gives a storable address that parses to itself", () => {
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
