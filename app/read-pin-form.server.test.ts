import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readMessage, readPin, readSettling } from "./read-pin-form.server.ts";

const id = randomUUID();
const good = { proof: id, key: id, side: "front", area: "main", x: "12.345", y: "0", text: "Uji" };

function formOf(fields: Readonly<Record<string, string | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value);
  return form;
}

test("a pin is read with its place and message", () => {
  expect(readPin(formOf(good))).toEqual({
    ok: true,
    value: {
      proof_id: id,
      side: "front",
      area: "main",
      x: 12.35,
      y: 0,
      message: { id, text: "Uji" },
    },
  });
  expect(readMessage(formOf({ ...good, pin: id }))).toMatchObject({ value: { pin_id: id } });
  expect(readSettling(formOf({ pin: id, settled: "on" }))).toMatchObject({
    value: { is_settled: true },
  });
});

test.each<[Partial<Record<keyof typeof good, string | undefined>>, string]>([
  [{ x: "" }, "invalid_input"],
  [{ x: undefined }, "invalid_input"],
  [{ x: "NaN" }, "invalid_input"],
  [{ y: "Infinity" }, "invalid_input"],
  [{ y: "1e308" }, "pin_outside"],
  [{ y: "-1" }, "pin_outside"],
  [{ side: "../etc" }, "pin_outside"],
  [{ area: "__proto__" }, "pin_outside"],
  [{ proof: "1" }, "invalid_input"],
  [{ key: undefined }, "invalid_input"],
  [{ text: " " }, "message_missing"],
  [{ text: "a".repeat(2001) }, "message_too_long"],
  [{ text: "a\u0000" }, "message_invalid"],
])("a pin with %j is refused by its code", (change, problem) => {
  expect(readPin(formOf({ ...good, ...change }))).toEqual({ ok: false, problem });
});

test("messages and settlings of no pin are refused", () => {
  expect(readMessage(formOf({ ...good, pin: "x" }))).toEqual({
    ok: false,
    problem: "invalid_input",
  });
  expect(readSettling(formOf({ settled: "on" }))).toEqual({ ok: false, problem: "invalid_input" });
});
