import { describe, expect, test } from "vitest";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { makeAccount } from "#tests/support/builders/account.ts";
import { oidcDouble } from "#tests/support/doubles/oidc.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("ways into an account", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const provider = oidcDouble();
  const { program } = useProgram(() => ({
    AUTH_SMS_INTERVAL: "0",
    OIDC_NAME: "kartu",
    OIDC_ISSUER: provider().issuer,
    OIDC_CLIENT_ID: provider().clientId,
    OIDC_CLIENT_SECRET: provider().clientSecret,
  }));

  test("a sign-in method is connected and disconnected, the last one stays; signing out everywhere", async () => {
    const email = "hubung@contoh.test";
    const id = await makeAccount(email, "Hubung");
    provider().person = { sub: "hubung", email, email_verified: true };
    const methods = async () =>
      (
        await asSeed()<{ provider: string }[]>`
          select provider from auth.identities where user_id = ${id} order by provider`
      ).map((row) => row.provider);
    const { page, complaints } = await chromium.open();
    await signIn(page, program().url, email, "/dashboard/Security");
    await page.getByText("Satu-satunya cara masuk").waitFor();
    await page.getByRole("button", { name: "Hubungkan Kartu" }).click();
    await page.getByLabel("Kata sandi Anda").fill("etalase-demo-2026");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/dashboard/Security" && url.search === "");
    await page.getByRole("button", { name: "Lepas" }).first().waitFor();
    expect(await methods()).toEqual(["email", "kartu"]);
    await page.getByRole("listitem").filter({ hasText: "Kartu" }).getByRole("button").click();
    await page.getByRole("button", { name: "Ya, lepas" }).click();
    // The link started a new session, which has not reauthenticated.
    await page.getByLabel("Kata sandi Anda").waitFor();
    expect(await methods()).toHaveLength(2);
    await page.getByLabel("Kata sandi Anda").fill("etalase-demo-2026");
    await page.getByRole("button", { name: "Lanjut", exact: true }).click();
    await page.getByText("Satu-satunya cara masuk").waitFor();
    expect(await methods()).toEqual(["email"]);

    // Another person's identity belongs to their account and cannot be linked here.
    provider().person = {
      sub: "orang-lain",
      email: "orang-lain@contoh.test",
      email_verified: true,
    };
    const stranger = await chromium.open();
    await stranger.page.goto(`${program().url}/Auth`);
    await stranger.page.getByRole("button", { name: "Lanjut dengan Kartu" }).click();
    await stranger.page.waitForURL(/\/SetDetails/);
    await page.getByRole("button", { name: "Hubungkan Kartu" }).click();
    await page.getByText(/sudah terhubung ke akun lain/).waitFor();
    expect(await methods()).toEqual(["email"]);

    const elsewhere = await chromium.open();
    await signIn(elsewhere.page, program().url, email, "/dashboard");
    await page.getByRole("button", { name: "Keluar dari semua perangkat" }).click();
    await page.waitForURL(/\/Auth$/);
    expect(await asSeed()`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(0);
    await elsewhere.page.goto(`${program().url}/dashboard`);
    await elsewhere.page.waitForURL(/\/Auth/);
    expect([...complaints, ...elsewhere.complaints]).toEqual([]);
  });
});
