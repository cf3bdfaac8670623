import { expect, test } from "vitest";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import {
  demoPerson,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readTerms } from "./terms.server.ts";

testDatabase({ demo: true });

test("the days for a claim come from the settings, and the terms state the same number", async () => {
  for (const language of ["id", "en"] as const) {
    const terms = await readTerms(language, undefined);
    const text = JSON.stringify(terms?.sections);
    expect(text).not.toMatch(/\d+ (hari|working day|day)/);
    expect(text).toContain(
      language === "id" ? "batas waktu yang tertulis" : "within the time that",
    );
  }
  // Buyers who accepted the former terms can still read them.
  expect(JSON.stringify(await readTerms("id", "2026-11"))).toContain("2 hari kerja");
});

test("the terms of a new shop do not claim an address or a contact that is not set", async () => {
  const [parties] = (await readTerms("id", undefined))?.sections ?? [];
  expect(parties?.paragraphs.join()).toContain("alamat dan kontak yang dicantumkannya");
  const [english] = (await readTerms("en", undefined))?.sections ?? [];
  expect(english?.paragraphs.join()).toContain("the address and contacts that it gives");
});

test("an order names the version its buyer accepted, and that text stays readable", async () => {
  openTestProviders();
  const sql = asSeed();
  const before = await readTerms("id", undefined);
  expect(before).toMatchObject({ version: "2026-11-b", is_current: true });
  expect(before?.sections.length).toBeGreaterThan(5);
  const customer = demoPerson("customer@etalase.test");
  const input = await orderInput(customer, {
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
  });
  const placed = await placeOrder(customer, input, { idempotencyKey: "a", language: "id" });
  if (!placed.ok) throw new Error(placed.problem.code);

  const sections = {
    id: [{ heading: "Baru", paragraphs: ["Baru"] }],
    en: [{ heading: "New", paragraphs: ["New"] }],
  };
  await sql`insert into terms_versions values ('2027-01', '2027-01-01', ${sql.json(sections)})`;
  await sql`update shop_settings set terms_version = '2027-01'`;
  expect(await readTerms("en", undefined)).toMatchObject({
    version: "2027-01",
    sections: sections.en,
    versions: [{ version: "2027-01" }, { version: "2026-11-b" }, { version: "2026-11" }],
  });
  expect((await findOrder(customer, placed.value.order.id))?.terms_version).toBe("2026-11-b");
  expect(await readTerms("id", "2026-11-b")).toEqual({
    ...before,
    is_current: false,
    versions: expect.any(Array),
  });
  // The old text can no longer be accepted.
  const late = await placeOrder(
    customer,
    { ...(await orderInput(customer, input)), accepted_terms_version: "2026-11-b" },
    { idempotencyKey: "b", language: "id" },
  );
  expect(late).toMatchObject({ ok: false, problem: { code: "terms_changed" } });
});

test("a version is never changed or deleted, and no setting names one without a text", async () => {
  const sql = asSeed();
  await expect(sql`update terms_versions set in_force_from = '2000-01-01'`).rejects.toThrow();
  await expect(sql`delete from terms_versions`).rejects.toThrow();
  await expect(sql`update shop_settings set terms_version = 'belum-ada'`).rejects.toMatchObject({
    constraint: "terms_version_unknown",
  });
  expect(await readTerms("id", "belum-ada")).toBeUndefined();
});
