import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, settled, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { captchaFor } from "#tests/support/browser/captcha.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)(
  "pages to read and to write on, for everybody",
  { timeout: 90_000 },
  () => {
    const chromium = useChromium();
    const { program } = useProgram();

    async function inspect(page: Page, path: string): Promise<string[]> {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(program().url + path);
      // The offline page does not use the router, so it is complete when it is loaded.
      if (path !== "/offline") await settled(page);
      return faultsOf(page, path, "html");
    }

    longProof("public pages", async () => {
      const { page, complaints } = await chromium.open();
      const found: string[] = [];
      for (const path of [
        "/Contact",
        "/Faq?q=ongkir",
        "/en/Faq?q=zzz",
        "/ShippingAndReturns",
        "/TermsAndConditions",
        "/Unsubscribe",
        "/Subscribe",
        "/About",
        "/offline",
      ]) {
        found.push(...(await inspect(page, path)));
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });

    longProof("staff's list of messages and one of them", async () => {
      const sent = await fetch(`${program().url}/Contact`, {
        method: "POST",
        headers: { Origin: program().url },
        body: new URLSearchParams({
          name: "R".repeat(80),
          email: "rina@contoh.test",
          topic: "order",
          order_number: "INV-10001",
          message: "x".repeat(300),
          captcha: await captchaFor(program().url, "contact"),
        }),
      });
      expect(sent.status).toBe(200);
      const { page, complaints } = await chromium.open();
      await signIn(page, program().url, "staff@etalase.test", "/admin/Enquiries");
      const one = await page.getByRole("link", { name: "1001" }).getAttribute("href");
      const found = [
        ...(await inspect(page, "/admin/Enquiries")),
        ...(await inspect(page, "/admin/MailList/Campaigns")),
        ...(await inspect(page, "/admin/MailList/Campaigns/New")),
        ...(await inspect(page, "/admin/MailList/Automations")),
        ...(await inspect(page, "/admin/MailList/Automations/win_back")),
        ...(await inspect(page, "/admin/MailList/Subscribers")),
        ...(await inspect(page, "/admin/MailList/Suppressions")),
        ...(await inspect(page, one ?? "")),
      ];
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });

    longProof("the contact form is filled in and sent by keyboard alone", async () => {
      const { page } = await chromium.open({ width: 1280 });
      await page.goto(`${program().url}/Contact`);
      await page.waitForSelector("html[data-alive]");
      await page.getByLabel("Nama").focus();
      for (const text of ["Sari", "sari@contoh.test", "", ""]) {
        await page.keyboard.type(text);
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Halo");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Pesan Anda sudah sampai" }).waitFor();
      // The focus moves to the result.
      await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    });
  },
);
