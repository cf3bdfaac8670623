import { expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { demoPerson } from "#tests/support/shop.ts";
import { createCodes } from "./create-codes.server.ts";

testDatabase({ demo: true });
const staff = demoPerson("staff@etalase.test");
const customer = demoPerson("customer@etalase.test");

async function promotionBehind(code: string): Promise<string> {
  const [row] = await asShop()<{ promotion_id: string }[]>`
    select promotion_id from promo_codes where code = ${code}`;
  return row?.promotion_id ?? "";
}

test("a thousand codes are all different, cannot be guessed or misread, and asking again gives the same", async () => {
  const input = {
    promotion_id: await promotionBehind("HEMAT10"),
    batch: crypto.randomUUID(),
    count: 1_000,
    prefix: "HARI-",
  };
  const made = await createCodes(staff, input);
  if (!made.ok) throw new Error(made.problem);
  expect(new Set(made.value.codes).size).toBe(1_000);
  for (const code of made.value.codes) expect(code).toMatch(/^HARI-[2-9A-HJ-NP-Z]{10}$/);
  expect(await createCodes(staff, input)).toEqual(made);
  const [row] = await asShop()<{ n: number }[]>`
    select count(*)::int as n from promo_codes where batch = ${input.batch} and single_use`;
  expect(row?.n).toBe(1_000);
});

test("customers make none, nobody makes them for what needs no code", async () => {
  const promotion_id = await promotionBehind("NOTA25");
  const input = { promotion_id, batch: crypto.randomUUID(), count: 1, prefix: "" };
  expect(await createCodes(customer, input)).toEqual({ ok: false, problem: "promotion_not_found" });
  await asShop()`update promotions set automatic = true where id = ${promotion_id}`;
  expect(await createCodes(staff, input)).toEqual({ ok: false, problem: "promotion_automatic" });
});
