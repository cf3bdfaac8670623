import { describe, expect, onTestFinished } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

describe.runIf(hasBrowser)("a provider that PAYMENTS no longer names", () => {
  const chromium = useChromium();

  longProof(
    "is one warning of the start, and a task at /admin/Safety",
    {
      timeout: 90_000,
    },
    async () => {
      const before = await startProgram();
      onTestFinished(() => removeFolder(before.dataDir));
      openConnections(await databaseAddress(before.dataDir), { max: 1 });
      await asSeed()`
      insert into payments
        (order_id, provider, method, kind, status, amount, mode, provider_payment_id, expires_at)
      select id, 'midtrans', 'gopay', 'popup', 'pending', total, 'test', 'open-' || id, now() + interval '1 hour'
      from orders order by number limit 2`;
      await closeConnections();
      await before.stop();

      const program = await startProgram({ dataDir: before.dataDir });
      onTestFinished(() => program.stop().then(() => undefined));
      // The last of the start's lines: the endpoints are open by then.
      const warnings = () =>
        program
          .output()
          .split("\n")
          .filter((line) => line.includes("PAYMENTS no longer names"))
          .map((line) => JSON.parse(line));
      await expect.poll(warnings).toMatchObject([{ level: 40, provider: "midtrans", payments: 2 }]);
      const { page } = await chromium.open();
      await signIn(page, program.url, "admin@etalase.test");
      await page.goto(`${program.url}/admin/Safety`);
      await page.getByRole("heading", { name: "Pembayaran lama tidak diikuti lagi" }).waitFor();
      expect(await faultsOf(page, "the task about a removed provider", "html")).toEqual([]);
    },
  );
});
