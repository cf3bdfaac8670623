import { describe, expect } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("without a connection", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  longProof(
    "R10: a link reports the missing connection, the page stays, and the link opens once it is back",
    async () => {
      const { page, context, complaints } = await chromium.open();
      await page.clock.install();
      await page.goto(`${program().url}/Shop`);
      await page.waitForSelector("html[data-alive]");
      await context.setOffline(true);
      await page.getByText("Anda sedang offline").waitFor();
      const link = page.getByRole("link", { name: "Mug Ngopi Dulu" });
      // Hover long enough that the page would be prefetched.
      await link.hover();
      await page.clock.runFor(300);
      await link.click();
      await page.getByText("Halaman itu butuh internet").waitFor();
      expect(new URL(page.url()).pathname).toBe("/Shop");
      await context.setOffline(false);
      await page.getByText("Halaman itu butuh internet").waitFor({ state: "detached" });
      await link.click();
      await page.waitForURL(/\/item\/mug-ngopi-dulu/);
      expect(complaints).toEqual([]);
    },
  );
});
