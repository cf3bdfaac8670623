import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { answerReports } from "./reports-action.server.ts";

testDatabase({ demo: true });

const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test("decisions about reports that are none, and of people without the right, are refused by a code", async () => {
  const staff = demoPerson("staff@etalase.test");
  const id = randomUUID();
  const bad: readonly Readonly<Record<string, string>>[] = [
    {},
    { intent: "kept" },
    { intent: "kept", id: "' or 1=1" },
    { id },
    { intent: "__proto__", id },
  ];
  for (const fields of bad) {
    expect(await answerReports(staff, formOf(fields))).toEqual({ problem: "invalid_input" });
  }
  const buyer = demoPerson("customer@etalase.test");
  const whole = formOf({ intent: "kept", id, seen: "x" });
  expect(await answerReports(buyer, whole)).toEqual({ problem: "not_permitted" });
});
