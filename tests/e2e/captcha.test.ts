import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a form with reCAPTCHA", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram(() => ({
    RECAPTCHA_SITE_KEY: "site-key",
    RECAPTCHA_SECRET_KEY: "secret-key",
    RECAPTCHA_API_URL: "http://localhost:1/",
  }));

  test("R21: reports a missing script, and refuses answers that cannot be verified", async () => {
    const { page, context, complaints } = await chromium.open();
    const loaded: string[] = [];
    await context.route("https://www.recaptcha.net/**", (route) => {
      loaded.push(route.request().url());
      return loaded.length === 1
        ? route.abort()
        : route.fulfill({
            contentType: "text/javascript",
            body: `window.grecaptcha = { ready: (run) => run(),
              execute: async (key, { action }) => key + ":" + action };`,
          });
    });
    await page.goto(`${program().url}/Contact`);
    await page.waitForSelector("html[data-alive]");
    expect(loaded).toEqual([]);
    await page.getByText("Formulir ini dilindungi reCAPTCHA").waitFor();
    await page.getByLabel("Nama").fill("Sari");
    await page.getByLabel("Email").fill("sari@contoh.test");
    await page.getByLabel("Perihal").selectOption("other");
    await page.getByLabel("Pesan", { exact: true }).fill("Halo");
    await page.getByRole("button", { name: "Kirim pesan" }).click();
    await page.getByText("sedang tidak dapat dimuat").waitFor();
    const posted = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Kirim pesan" }).click();
    expect((await posted).postData()).toContain("site-key%3Acontact");
    // The captcha service is unreachable, so the shop refuses the token.
    await page.getByText("sedang tidak dapat dimuat").waitFor();
    expect(loaded.at(-1)).toBe("https://www.recaptcha.net/recaptcha/api.js?render=site-key&hl=id");
    const mails = (await (await fetch(`${program().url}/dev/mail.json`)).json()) as {
      to: string;
    }[];
    expect(mails.filter(({ to }) => to === "sari@contoh.test")).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
