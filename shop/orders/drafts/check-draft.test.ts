import { expect, test } from "vitest";
import { checkDraft, missingIn, problemsOfOrder } from "./check-draft.ts";
import type { DraftForm } from "./draft.ts";

const variant = {
  kind: "variant" as const,
  variant_id: "00000000-0000-4000-8000-000000000001",
  label: "Kaos",
  quantity: "1",
  price: "",
};
const custom = {
  kind: "custom" as const,
  name: "Jasa",
  quantity: "1",
  price: "10.000",
  weight_grams: "",
  tax_class: "goods" as const,
};
const form: DraftForm = {
  source: "whatsapp",
  buyer: { name: "Ratna", phone: "081234567890", email: "", account_id: null },
  lines: [variant],
  promo_codes: [],
  discount: null,
  is_pickup: true,
  address: null,
  shipping_method_id: null,
  shipping_price: null,
  note: "",
  staff_note: "",
};

const fieldsOf = (change: object) => {
  const checked = checkDraft({ ...form, ...change });
  return checked.ok ? {} : checked.problem.fields;
};

test.for([
  ["0", "number_too_low"],
  ["1.5", "number_invalid"],
  ["1000", "number_too_high"],
  ["", "required"],
])("a quantity of %s is refused", ([quantity = "", code]) => {
  expect(fieldsOf({ lines: [{ ...variant, quantity }] })).toEqual({ "lines.0.quantity": code });
});

test.for(["-1", "1,5", "1000000000001"])("a price of %s is refused", (price) => {
  const at = "lines.0.price";
  expect(fieldsOf({ lines: [{ ...variant, price }] })[at]).toMatch(/^amount_/);
  expect(fieldsOf({ lines: [{ ...custom, price }] })[at]).toMatch(/^amount_/);
});

test("a discount needs a reason and a percentage of 1 to 100", () => {
  const discount = (value: string, reason = "Langganan") => ({
    discount: { kind: "percent", value, reason },
  });
  expect(fieldsOf(discount("10"))).toEqual({});
  expect(fieldsOf(discount("10", " "))).toEqual({ "discount.reason": "required" });
  expect(fieldsOf(discount("0"))).toEqual({ "discount.value": "number_too_low" });
  expect(fieldsOf(discount("101"))).toEqual({ "discount.value": "number_too_high" });
});

test("a custom line needs a name, whose control characters become spaces", () => {
  expect(fieldsOf({ lines: [{ ...custom, name: "  " }] })).toEqual({ "lines.0.name": "required" });
  const checked = checkDraft({ ...form, lines: [{ ...custom, name: "Jasa\tpotong" }] });
  expect(checked).toMatchObject({ ok: true, value: { lines: [{ name: "Jasa potong" }] } });
});

test("51 lines and more than 64 kB are refused", () => {
  expect(fieldsOf({ lines: Array.from({ length: 51 }, () => variant) })).toEqual({
    lines: "too_many_lines",
  });
  expect(fieldsOf({ staff_note: "x".repeat(65_536) })).toEqual({ form: "too_long" });
});

test("phone numbers and email addresses are checked, and an order by WhatsApp needs a phone number", () => {
  const buyer = (phone: string, email = "") => ({ buyer: { ...form.buyer, phone, email } });
  expect(fieldsOf(buyer("08-12"))).toEqual({ "buyer.phone": "phone_invalid" });
  expect(fieldsOf(buyer("", "ratna.contoh.test"))).toEqual({ "buyer.email": "email_invalid" });
  const read = checkDraft({ ...form, ...buyer("") });
  if (!read.ok) throw new Error("refused");
  expect(missingIn(read.value)).toEqual({ "buyer.phone": "required" });
  const nobody = { ...read.value, source: "counter" as const };
  expect(missingIn(nobody)).toEqual({});
  expect(missingIn({ ...nobody, is_pickup: false })).toMatchObject({
    "buyer.phone": "required",
    "address.region_code": "region_required",
    shipping_method_id: "courier_required",
  });
});

test("a form with an invalid field also returns its missing fields", () => {
  const typed = {
    ...form,
    buyer: { ...form.buyer, phone: "081" },
    is_pickup: false,
    address: {
      street: " ",
      landmark: "",
      region_code: "3273191001",
      region_name: "Bandung",
      postal_code: "40111",
    },
  };
  const invalid = fieldsOf(typed);
  expect(invalid).toEqual({ "buyer.phone": expect.any(String) });
  expect(problemsOfOrder(typed, invalid)).toEqual({
    ...invalid,
    "address.street": "required",
    shipping_method_id: "courier_required",
  });
  expect(problemsOfOrder({ lines: "no list" }, { form: "invalid" })).toEqual({ form: "invalid" });
});
