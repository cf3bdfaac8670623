import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { captchaFor } from "#tests/support/browser/captcha.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Payloads that run if a page treats text as markup. */
const payloads = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(2)>",
  '"><svg onload=alert(3)>',
  "'-alert(4)-'",
  "javascript:alert(5)",
  "{{constructor.constructor('alert(6)')()}}",
  "<iframe srcdoc='<script>alert(7)</script>'>",
  "</title><script>alert(8)</script>",
  "<a href=javascript:alert(9)>x</a>",
  "</script><script>alert(10)</script>",
];

describe.runIf(hasBrowser)("what strangers write", { timeout: 90_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();

  test("T31: texts of strangers are shown to staff as plain text, whatever they contain", async () => {
    const { url } = program();
    const name = payloads[1] ?? "";
    const sent = await fetch(`${url}/Contact`, {
      method: "POST",
      headers: { Origin: url },
      body: new URLSearchParams({
        name,
        email: "orang@contoh.test",
        topic: "product",
        message: payloads.join("\n"),
        captcha: await captchaFor(url, "contact"),
      }),
    });
    expect(sent.status).toBe(200);
    // An order with payloads as name and address.
    const customer = await chromium.open();
    await signIn(customer.page, url, "customer@etalase.test", "/dashboard/Details");
    await asSeed()`
      update addresses set recipient = ${payloads[0] ?? ""}, street = ${payloads[2] ?? ""}, landmark = ${payloads[9] ?? ""}`;
    await asSeed()`update profiles set full_name = ${name} where role = 'CUSTOMER'`;

    const { page, complaints } = await chromium.open({ width: 1280 });
    const dialogs: string[] = [];
    page.on("dialog", async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    await signIn(page, url, "admin@etalase.test", "/admin/Enquiries");
    await page.getByText(name).first().waitFor();
    await page.getByRole("link", { name: "1001" }).click();
    await page.getByLabel(/Jawaban untuk/).waitFor();
    const text = await page.getByRole("main").textContent();
    for (const payload of payloads) expect(text).toContain(payload);
    await page.goto(`${url}/admin/Orders`);
    await page.getByRole("main").getByRole("link", { name: /INV-/ }).first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The person's own pages show the payloads as text too.
    await customer.page.goto(`${url}/dashboard/Address`);
    await customer.page
      .getByText(payloads[0] ?? "")
      .first()
      .waitFor();
    expect(dialogs).toEqual([]);
    expect(complaints).toEqual([]);
    expect(customer.complaints).toEqual([]);
  });

  test("T34: there are no server functions: neither the packages nor an answer to their requests", async () => {
    const lockfile = readFileSync(
      path.join(import.meta.dirname, "../../package-lock.json"),
      "utf8",
    );
    expect(lockfile).not.toContain("node_modules/react-server-dom");
    const { url } = program();
    const marks: readonly Record<string, string>[] = [
      { "Next-Action": "x" },
      { "rsc-action-id": "x" },
      { "Content-Type": "text/x-component" },
    ];
    for (const headers of marks) {
      for (const address of ["/", "/Shop", "/Auth"]) {
        const answer = await fetch(url + address, {
          method: "POST",
          headers: { Origin: url, ...headers },
          body: '["$F1",{"id":"child_process#exec","bound":["id"]}]',
        });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }
    }
  });
});
