import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser.ts";
import { captchaFor } from "#tests/support/captcha.ts";
import { type Program, removeFolder, startProgram } from "#tests/support/program.ts";

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

describe.runIf(hasBrowser)(
  "pages to read and to write on, for everybody",
  { timeout: 90_000 },
  () => {
    const chromium = useChromium();
    let program: Program;
    beforeAll(async () => {
      program = await startProgram();
    });
    afterAll(async () => {
      await program.stop();
      await removeFolder(program.dataDir);
    });

    /** What axe finds on a page by day and by night, and whether anything sticks out of a narrow screen. */
    async function inspect(page: Page, path: string): Promise<string[]> {
      const found: string[] = [];
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(program.url + path);
      await page.waitForLoadState("load");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) found.push(`${path} is ${width} px wide at 320 px`);
      for (const [mode, side] of [
        ["light", 390],
        ["light", 1280],
        ["dark", 1280],
      ] as const) {
        await page.setViewportSize({ width: side, height: 900 });
        await page.emulateMedia({ colorScheme: mode });
        await page.evaluate(() =>
          Promise.allSettled(document.getAnimations().map((animation) => animation.finished)).then(
            () => null,
          ),
        );
        const axe = new AxeBuilder({ page }).setLegacyMode(true);
        const asked = mode === "light" ? axe.withTags(standard) : axe.withRules(["color-contrast"]);
        for (const { id, nodes } of (await asked.analyze()).violations) {
          found.push(
            ...nodes.slice(0, 3).map(({ html }) => `${path} ${mode} ${id}: ${html.slice(0, 160)}`),
          );
        }
      }
      return found;
    }

    test("public pages", async () => {
      const { page, complaints } = await chromium.open();
      const found: string[] = [];
      for (const path of [
        "/Contact",
        "/Faq?q=ongkir",
        "/en/Faq?q=zzz",
        "/ShippingAndReturns",
        "/TermsAndConditions",
        "/Unsubscribe",
        "/About",
        "/offline",
      ]) {
        found.push(...(await inspect(page, path)));
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("staff's list of messages and one of them", async () => {
      const sent = await fetch(`${program.url}/Contact`, {
        method: "POST",
        headers: { Origin: program.url },
        body: new URLSearchParams({
          name: "R".repeat(80),
          email: "rina@contoh.test",
          topic: "order",
          order_number: "INV-10001",
          message: "x".repeat(300),
          captcha: await captchaFor(program.url, "contact"),
        }),
      });
      expect(sent.status).toBe(200);
      const { page, complaints } = await chromium.open();
      await signIn(page, program.url, "staff@etalase.test", "/admin/Enquiries");
      const one = await page.getByRole("link", { name: "1001" }).getAttribute("href");
      const found = [
        ...(await inspect(page, "/admin/Enquiries")),
        ...(await inspect(page, one ?? "")),
      ];
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("the contact form is filled in and sent by keyboard alone", async () => {
      const { page } = await chromium.open({ width: 1280 });
      await page.goto(`${program.url}/Contact`);
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
      // What happened is where the reader is.
      await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    });
  },
);
