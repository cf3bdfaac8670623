import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { hasBrowser, useChromium } from "#tests/support/browser/browser.ts";
import { captchaFor } from "#tests/support/browser/captcha.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { demoAddressId, regularMethodId, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe("placing an order where the shop asks for a captcha", { timeout: 60_000 }, () => {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram(() => ({ AUTH_CAPTCHA: "1" }));

  test("T41: requires a captcha solved for this action; a repeated order needs no new one", async () => {
    const { url, dataDir } = program();
    const keys = JSON.parse(await readFile(path.join(dataDir, "keys.json"), "utf8"));
    const client = createClient(url, keys.publishable, { auth: { persistSession: false } });
    const signedIn = await client.auth.signInWithPassword({
      email: "customer@etalase.test",
      password: "etalase-demo-2026",
      options: { captchaToken: await captchaFor(url, "auth") },
    });
    expect(signedIn.error).toBeNull();

    const cart = {
      lines: [{ variant_id: await variantInStock(), quantity: 1 }],
      address_id: demoAddressId,
      shipping_method_id: regularMethodId,
      payment_method: "builtin:card",
    };
    const { data: quote } = await client.functions.invoke("quote-cart", { body: cart });
    const place = async (key: string, captcha_token?: string) => {
      const answer = await fetch(`${url}/functions/v1/place-order`, {
        method: "POST",
        headers: {
          apikey: keys.publishable,
          Authorization: `Bearer ${signedIn.data.session?.access_token}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body: JSON.stringify({
          ...cart,
          expected_total: quote.total,
          accepted_terms_version: quote.terms_version,
          ...(captcha_token === undefined ? {} : { captcha_token }),
        }),
      });
      const body = (await answer.json()) as { order?: { id: string }; error?: { code: string } };
      return { status: answer.status, code: body.error?.code, order: body.order?.id };
    };
    const orders = async () => {
      const [row] = await asSeed()<{ n: number }[]>`
        select count(*)::int as n from orders where created_at > now() - interval '5 minutes'
          and status = 'awaiting_payment'`;
      return row?.n;
    };
    const before = await orders();

    const refused = { status: 422, code: "captcha_failed", order: undefined };
    expect(await place(randomUUID())).toEqual(refused);
    expect(await place(randomUUID(), "bukan-jawaban")).toEqual(refused);
    expect(await place(randomUUID(), await captchaFor(url, "auth")), "another action").toEqual(
      refused,
    );
    expect(await orders()).toBe(before);

    const token = await captchaFor(url, "place_order");
    const key = randomUUID();
    const placed = await place(key, token);
    expect(placed).toMatchObject({ status: 200, order: expect.any(String) });
    expect(await place(key, token), "the answer was lost").toEqual(placed);
    expect(await place(randomUUID(), token), "a used one").toEqual(refused);
    expect(await orders()).toBe((before ?? 0) + 1);
  });

  test("a guest's first picture needs one too", async () => {
    const { url } = program();
    const address = `${url}/api/design-assets?name=foto.jpg`;
    const send = async (shade: number, token: string, cookie = "") => {
      const body = await photograph({ r: shade, g: 90, b: 30 }, [64, 48]);
      return fetch(address, {
        method: "POST",
        body: new Uint8Array(body),
        headers: { origin: url, cookie, ...(token && { "x-captcha-token": token }) },
      });
    };
    const need = async (cookie = "") => (await fetch(address, { headers: { cookie } })).json();
    expect(await need()).toEqual({ captcha: { site_key: null } });
    const refused = [
      await send(10, ""),
      await send(10, "x"),
      await send(10, await captchaFor(url, "auth")),
    ];
    for (const answer of refused) {
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { error: { code: "captcha_failed" } },
      ]);
    }
    const taken = await send(10, await captchaFor(url, "design_upload"));
    expect(taken.status).toBe(200);
    const cookie = taken.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(cookie).toMatch(/^guest-key=/);
    expect(await need(cookie)).toEqual({ captcha: null });
    expect((await send(200, "", cookie)).status).toBe(200);
  });

  test.runIf(hasBrowser)("the designer solves it before it sends the file", async () => {
    const { page, complaints } = await chromium.open({ width: 390 });
    await page.goto(`${program().url}/item/kaos-nama-tim/Design`);
    await page.waitForSelector("html[data-alive]");
    await page.getByRole("button", { name: "Gambar", exact: true }).click();
    const posted = page.waitForRequest((request) => request.method() === "POST");
    await page.getByLabel("Pilih gambar").setInputFiles({
      name: "foto.jpg",
      mimeType: "image/jpeg",
      buffer: await photograph({ r: 30, g: 90, b: 30 }, [800, 600]),
    });
    expect((await posted).headers()["x-captcha-token"]).toBeDefined();
    await page.getByRole("group", { name: "Potong gambar" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
