import * as v from "valibot";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { asCaller, directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { callerOf, type Person, visitor } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { batchInputSchema } from "#shop/promotions/batch.ts";
import { changeBatch, createBatch, listBatches } from "#shop/promotions/batches.server.ts";
import { exportCodes } from "#shop/promotions/export-codes.server.ts";
import { makeCodes } from "#shop/promotions/make-codes.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { makeBatch, makePromotion, runBatch } from "#tests/support/builders/promotions.ts";
import { demoPerson, provenAdmin, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 6 });
let staff: Person;
let promotion: string;
beforeAll(async () => {
  staff = await provenAdmin();
});
let made = 0;
beforeEach(async () => {
  promotion = await makePromotion(`MASSAL-${made++}`);
  await asSeed()`delete from private.rate_limits`;
});

const order = (change: Readonly<Record<string, unknown>> = {}) =>
  v.parse(batchInputSchema, {
    promotion_id: promotion,
    id: crypto.randomUUID(),
    count: 25_000,
    prefix: "hari-",
    ...change,
  });
const codesOf = async (id: string) => {
  const rows = await asSeed()<{ code: string }[]>`
    select code from promo_codes where batch = ${id} order by code`;
  return rows.map(({ code }) => code);
};
const find = async (id: string) =>
  (await listBatches(staff, promotion)).find((batch) => batch.id === id);

async function discountBy(code: string): Promise<number> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const bare = await quoteCart({ actor: visitor }, { lines }, "id");
  return (
    bare.total - (await quoteCart({ actor: visitor }, { lines, promo_codes: [code] }, "id")).total
  );
}

test("a thousand codes are unique, unguessable and legible, and a buyer's cart takes each", async () => {
  const codes = await makeBatch(staff, promotion, { count: 1_000, prefix: "HARI-" });
  expect(new Set(codes).size).toBe(1_000);
  for (const code of codes) expect(code).toMatch(/^HARI-[2-9A-HJ-NP-Z]{10}$/);
  expect(await discountBy(codes[500] ?? "")).toBe(10_000);
});

test("staff without promos.bulk read typed codes and no batch codes", async () => {
  await makeBatch(staff, promotion, { count: 3 });
  const reader = await makeStaff("pembaca-kode", "reader");
  const countAs = async (person: Person) => {
    const [row] = await asCaller(
      callerOf(person),
      (sql) => sql<{ of_batches: number; typed: number }[]>`
        select count(batch)::int as of_batches, count(*) filter (where batch is null)::int as typed
        from promo_codes where promotion_id = ${promotion}`,
      "read only",
    );
    return row;
  };
  expect(await countAs(reader)).toEqual({ of_batches: 0, typed: 1 });
  expect(await countAs(staff)).toEqual({ of_batches: 3, typed: 1 });
});

test("a batch that dies in the middle of a chunk ends with exactly its count", async () => {
  const input = order();
  await createBatch(staff, input);
  await makeCodes(input.id);
  // The process dies after the codes were inserted and before the batch was counted.
  const sql = openPostgres(directDatabaseUrl(), { max: 1 });
  await sql`
    create function private.die() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`;
  await sql`create trigger die before update of made on promo_batches for each row execute function private.die()`;
  await expect(makeCodes(input.id)).rejects.toThrow("killed");
  expect(await codesOf(input.id)).toHaveLength(10_000);
  await sql`drop function private.die() cascade`;
  await sql.end();
  await runBatch(input.id);
  const codes = await codesOf(input.id);
  expect(new Set(codes).size).toBe(25_000);
  expect(await find(input.id)).toMatchObject({ state: "done", made: 25_000, used: 0 });
});

test("two workers on one batch, and a request that is repeated, still make exactly the count", async () => {
  const input = order();
  expect(await createBatch(staff, input)).toEqual({ ok: true, value: { id: input.id } });
  expect(await createBatch(staff, input)).toEqual({ ok: true, value: { id: input.id } });
  await Promise.all([
    makeCodes(input.id),
    makeCodes(input.id),
    makeCodes(input.id),
    makeCodes(input.id),
  ]);
  expect(await codesOf(input.id)).toHaveLength(25_000);
  await makeCodes(input.id);
  expect(await codesOf(input.id)).toHaveLength(25_000);
});

test("a paused batch makes nothing until it is resumed, and a canceled one never again", async () => {
  const input = order();
  await createBatch(staff, input);
  await makeCodes(input.id);
  const act = (name: "pause" | "resume" | "cancel") =>
    changeBatch(staff, { id: input.id, act: name });
  await act("pause");
  await makeCodes(input.id);
  expect(await find(input.id)).toMatchObject({ state: "paused", made: 10_000 });
  await act("resume");
  await makeCodes(input.id);
  expect(await find(input.id)).toMatchObject({ state: "running", made: 20_000 });
  await act("cancel");
  await makeCodes(input.id);
  expect(await find(input.id)).toMatchObject({ state: "canceled", made: 20_000 });
  expect(await act("resume")).toEqual({ ok: false, problem: "batch_state" });
  const [code = ""] = await codesOf(input.id);
  expect(await discountBy(code)).toBe(10_000);
});

test("none of a revoked batch's codes applies any more; the other codes do", async () => {
  const codes = await makeBatch(staff, promotion, { count: 3 });
  const other = await makeBatch(staff, promotion, { count: 1 });
  const [batch] = (await listBatches(staff, promotion)).filter(({ count }) => count === 3);
  await changeBatch(staff, { id: batch?.id ?? "", act: "revoke" });
  for (const code of codes) expect(await discountBy(code)).toBe(0);
  expect(await discountBy(other[0] ?? "")).toBe(10_000);
  const quote = await quoteCart(
    { actor: visitor },
    { lines: [{ variant_id: await variantInStock(), quantity: 1 }], promo_codes: [codes[0] ?? ""] },
    "id",
  );
  expect(quote.problems).toContainEqual({ code: "promo_not_found", promo_code: codes[0] });
});

test("the codes are exported as CSV in pages, again and again, with what was used", async () => {
  const codes = await makeBatch(staff, promotion, { count: 12_345, prefix: "CSV" });
  const [batch] = await listBatches(staff, promotion);
  await asSeed()`update promo_codes set used = true where code = ${codes[7] ?? ""}`;
  const read = async () => {
    const stream = await exportCodes(staff, promotion, batch?.id ?? "");
    if (!stream) throw new Error("no export");
    let pages = 0;
    let text = "";
    const decoder = new TextDecoder();
    for await (const page of stream) {
      pages++;
      text += decoder.decode(page, { stream: true });
    }
    return { pages, rows: text.trimEnd().split("\r\n") };
  };
  const first = await read();
  expect(first.pages).toBe(4);
  expect(first.rows[0]).toBe("code,used");
  expect(first.rows.slice(1)).toEqual(codes.map((code, n) => `${code},${n === 7 ? "yes" : "no"}`));
  expect(await read()).toEqual(first);
  expect(
    await exportCodes(demoPerson("staff@etalase.test"), promotion, batch?.id ?? ""),
  ).toBeUndefined();
});

test("an automatic promotion gets no codes, and staff without the permission change nothing", async () => {
  const automatic = await makePromotion("", { automatic: true });
  expect(await createBatch(staff, order({ promotion_id: automatic }))).toEqual({
    ok: false,
    problem: "promotion_automatic",
  });
  await asSeed()`update promotions set enabled = false where id = ${automatic}`;
  const input = order({ count: 1 });
  await createBatch(staff, input);
  const reader = demoPerson("staff@etalase.test");
  expect(await changeBatch(reader, { id: input.id, act: "revoke" })).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  expect(await find(input.id)).toMatchObject({ state: "queued", revoked_at: null });
});

test.each([
  ["no codes", { count: 0 }, "count", "count_invalid"],
  ["more than a million", { count: 1_000_001 }, "count", "count_invalid"],
  ["half a code", { count: 1.5 }, "count", "number_invalid"],
  ["codes that can be guessed", { length: 7 }, "length", "length_invalid"],
  ["a prefix that a sheet reads as a formula", { prefix: "-1+1" }, "prefix", "prefix_invalid"],
  ["a hostile prefix", { prefix: "<b>" }, "prefix", "prefix_invalid"],
])("%s are refused with a code at the field", (_, change, path, code) => {
  const input = { promotion_id: promotion, id: crypto.randomUUID(), count: 1, ...change };
  const parsed = v.safeParse(batchInputSchema, input);
  expect(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
    [path, code],
  ]);
});
