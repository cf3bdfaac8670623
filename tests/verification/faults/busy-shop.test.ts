import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountId } from "#db/seed/accounts.server.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { databaseAddress, killPostgres } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { RefusingTables } from "./refusing-tables.ts";

describe.runIf(hasBrowser)("while the database is not available", { timeout: 60_000 }, () => {
  const { program } = useProgram();
  const chromium = useChromium();
  let tables: RefusingTables;
  beforeAll(async () => {
    tables = new RefusingTables(await databaseAddress(program().dataDir));
    await tables.prepare();
  });
  afterAll(() => tables.end().catch(() => undefined));

  const streets = () => asSeed()`
    select from addresses
    where customer_id = ${accountId("customer@etalase.test")} and street = 'Jl. Braga No. 10'`;

  test("R2: a form keeps its input, says that the shop is unreachable, and is stored once it is reachable", async () => {
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, "customer@etalase.test", "/Address");
    await page.getByRole("button", { name: "Tambah alamat" }).first().click();
    await page.getByLabel("Nama penerima").fill("Ratih");
    await page.getByLabel("Nomor HP").fill("081234567890");
    await page.getByRole("combobox", { name: /Kecamatan/ }).fill("40111");
    await page.getByRole("option").first().click();
    await page.getByLabel("Jalan, nomor, RT/RW").fill("Jl. Braga No. 10");

    await tables.refuse(["public.addresses"], "53100");
    await page.getByRole("button", { name: "Simpan alamat" }).click();
    await page.getByText("Toko belum terjangkau.", { exact: false }).waitFor();
    expect(await page.getByLabel("Jalan, nomor, RT/RW").inputValue()).toBe("Jl. Braga No. 10");
    expect(await streets()).toHaveLength(0);

    await tables.accept(["public.addresses"]);
    await page.getByRole("listitem").filter({ hasText: "Jl. Braga No. 10" }).waitFor();
    await page.getByText("Toko belum terjangkau.", { exact: false }).waitFor({ state: "detached" });
    expect(await streets()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  longProof(
    "R2: personal pages answer 503 with Retry-After, public ones are served from the cache",
    async () => {
      const { page, context } = await chromium.open();
      await signIn(page, program().url, "customer@etalase.test");
      await page.goto(`${program().url}/Shop`);
      await killPostgres(program().dataDir);
      const answer = await page.goto(`${program().url}/dashboard/orders`);
      expect(answer?.status()).toBe(503);
      expect(answer?.headers()["retry-after"]).toBe("2");
      await page.getByRole("heading", { name: /^Toko sedang sibuk/ }).waitFor();
      expect(await page.title()).toMatch(/^503 Service Unavailable/);
      await page.getByText("mencoba lagi sendiri setiap 10 detik", { exact: false }).waitFor();
      // The page retries, and finds the shop once the database is back.
      await page.waitForEvent("request", {
        predicate: (request) => request.isNavigationRequest() && /orders$/.test(request.url()),
        timeout: 15_000,
      });
      expect((await page.goto(`${program().url}/Shop`))?.status()).toBe(200);
      // The session stays valid.
      const cookies = await context.cookies();
      expect(cookies.some(({ name, value }) => name.startsWith("sb-") && value !== "")).toBe(true);
    },
  );
});
