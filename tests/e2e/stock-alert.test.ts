import { describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { captchaFor } from "#tests/support/browser/captcha.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("what is sold out", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  const alerts = (email: string) => asSeed()<{ slug: string }[]>`
    select p.slug from private.stock_alerts a join private.mail_recipients r on r.id = a.recipient_id
    join product_variants v on v.id = a.variant_id join products p on p.id = v.product_id
    where r.email = ${email}`;

  longProof("offers a stock alert, by keyboard alone", async () => {
    const { page, complaints } = await chromium.open();
    await page.goto(`${program().url}/item/poster-kawung-agung`);
    await page.waitForSelector("html[data-alive]");
    expect(await page.getByRole("button", { name: /keranjang/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Kabari saat stok tersedia" }).last().focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("bukan alamat");
    await page.keyboard.press("Enter");
    await dialog.getByText("Email ini belum lengkap.", { exact: false }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Kawung@Contoh.test");
    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: "Anda akan kami kabari" }).waitFor();
    expect(await alerts("kawung@contoh.test")).toEqual([{ slug: "poster-kawung-agung" }]);
    await dialog.getByRole("button", { name: "Lanjut belanja" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(complaints).toEqual([]);
  });

  test("refuses invalid requests with a code, and stores none", async () => {
    const post = async (fields: Record<string, string>) => {
      const answer = await fetch(`${program().url}/api/stock-alert`, {
        method: "POST",
        headers: { Origin: program().url },
        body: new URLSearchParams({ email: "aneh@contoh.test", ...fields }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await post({ variant_id: "x' or 1=1" })).toEqual({
      status: 422,
      body: { problems: { variant_id: "variant_not_found" } },
    });
    const [sold] = await asSeed()<{ id: string }[]>`
      select id from product_variants where stock_band = 'in' limit 1`;
    const captcha = await captchaFor(program().url, "stock_alert");
    expect(await post({ variant_id: sold?.id ?? "", captcha })).toEqual({
      status: 422,
      body: { failure: "in_stock" },
    });
    // Sends the same captcha again.
    expect(await post({ variant_id: sold?.id ?? "", captcha })).toEqual({
      status: 422,
      body: { failure: "captcha_failed" },
    });
    expect(await alerts("aneh@contoh.test")).toEqual([]);
  });
});
