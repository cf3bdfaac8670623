import { beforeEach, describe, expect, test } from "vitest";
import { brokenRules, hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { accountId } from "../../db/seed/accounts.server.ts";

describe.runIf(hasBrowser)("guessing promo codes", { timeout: 60_000 }, () => {
  const { program } = useProgram();
  const chromium = useChromium();
  beforeEach(() => asSeed()`delete from private.rate_limits`);

  async function mug(): Promise<string> {
    const [row] = await asSeed()<{ id: string }[]>`
      select v.id from product_variants v join products p on p.id = v.product_id
      join stock_items s on s.variant_id = v.id
      where p.slug = 'mug-ngopi-dulu' and s.available > 20 order by v.id limit 1`;
    return row?.id ?? "";
  }

  /** Sets a rate limit's counter. */
  const spend = (key: string, used: number) => asSeed()`
    insert into private.rate_limits (key, used, resets_at) values (${key}, ${used}, now() + interval '5 minutes')`;

  test("the functions say 429 and how long, and the same key works later", async () => {
    const session = await signedIn();
    const call = (name: string, body: object, key?: string) =>
      fetch(`${program().url}/functions/v1/${name}`, {
        method: "POST",
        headers: {
          apikey: session.apikey,
          authorization: `Bearer ${session.token}`,
          "content-type": "application/json",
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: JSON.stringify(body),
      });
    const lines = [{ variant_id: await mug(), quantity: 1 }];
    for (let index = 0; index < 10; index++) {
      const answer = await call("quote-cart", { lines, promo_codes: [`TEBAK${index}`] });
      expect(answer.status).toBe(200);
    }
    const refused = await call("quote-cart", { lines, promo_codes: ["MUGKETIGA"] });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const { error } = await refused.json();
    expect(error).toMatchObject({
      code: "too_many_codes",
      details: { quote: { problems: [{ code: "promo_too_many_tries", promo_code: "MUGKETIGA" }] } },
    });
    expect((await call("quote-cart", { lines })).status).toBe(200);

    const [address] = await asSeed()<{ id: string }[]>`
      select id from addresses where customer_id = ${accountId("customer@etalase.test")} limit 1`;
    const chosen = { lines, address_id: address?.id ?? "", payment_method: "builtin:card" };
    const { shipping_options } = await (await call("quote-cart", chosen)).json();
    const way = { ...chosen, shipping_method_id: shipping_options[0].id };
    const { total, terms_version } = await (await call("quote-cart", way)).json();
    const order = {
      ...way,
      promo_codes: ["MUGKETIGA"],
      expected_total: total,
      accepted_terms_version: terms_version,
    };
    const stopped = await call("place-order", order, "tebak-1");
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    const orders = await asSeed()`select from orders where idempotency_key = 'tebak-1'`;
    expect(orders).toHaveLength(0);
    await asSeed()`delete from private.rate_limits`;
    expect((await call("place-order", order, "tebak-1")).status).toBe(200);
  });

  test("too many orders answer 429 and when to try again, and nothing is stored", async () => {
    const { apikey, token } = await signedIn();
    const call = (name: string, body: object) =>
      fetch(`${program().url}/functions/v1/${name}`, {
        method: "POST",
        headers: {
          apikey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "idempotency-key": "terlalu-banyak",
        },
        body: JSON.stringify(body),
      });
    const customer = accountId("customer@etalase.test");
    const [address] = await asSeed()<{ id: string }[]>`
      select id from addresses where customer_id = ${customer} limit 1`;
    const cart = {
      lines: [{ variant_id: await mug(), quantity: 1 }],
      address_id: address?.id ?? "",
      payment_method: "builtin:card",
    };
    const { shipping_options } = await (await call("quote-cart", cart)).json();
    const chosen = { ...cart, shipping_method_id: shipping_options[0].id };
    const { total, terms_version } = await (await call("quote-cart", chosen)).json();
    const order = { ...chosen, expected_total: total, accepted_terms_version: terms_version };
    await spend(`orders:${customer}`, 30);
    const refused = await call("place-order", order);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await refused.json()).error.code).toBe("too_many_orders");
    expect(
      await asSeed()`select from orders where idempotency_key = 'terlalu-banyak'`,
    ).toHaveLength(0);
    await asSeed()`delete from private.rate_limits`;
    expect((await call("place-order", order)).status).toBe(200);
  });

  async function signedIn(): Promise<{ apikey: string; token: string }> {
    const page = await (await fetch(program().url)).text();
    const apikey = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? "";
    const answer = await fetch(`${program().url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify({ email: "customer@etalase.test", password: "etalase-demo-2026" }),
    });
    return { apikey, token: (await answer.json()).access_token };
  }

  test("the cart and the checkout say when codes are looked at again, and go on without them", async () => {
    const { page, complaints } = await chromium.open();
    const state = { lines: [{ variant_id: await mug(), quantity: 3 }], promo_codes: ["MUGKETIGA"] };
    await page.goto(`${program().url}/Faq`);
    await page.evaluate(
      (cart) => localStorage.setItem("cart", cart),
      JSON.stringify({ state, version: 1 }),
    );
    await spend("promo-code:127.0.0.1", 30);
    await spend("promo-code:0000:0000:0000:0000", 30);
    await spend("promo-code:0:0:0:0", 30);
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/quote"));
    await page.goto(`${program().url}/Cart`);
    expect((await answered).status()).toBe(429);
    await page
      .getByText(
        /MUGKETIGA belum diperiksa karena terlalu banyak kode yang salah\. Coba lagi \d menit lagi\./,
      )
      .waitFor();
    await page.getByText("Mug Ngopi Dulu").first().waitFor();
    expect(await brokenRules(page)).toEqual([]);

    await spend(`promo-code:${accountId("customer@etalase.test")}`, 10);
    await signIn(page, program().url, "customer@etalase.test", "/Checkout");
    await page.getByText(/MUGKETIGA belum diperiksa/).waitFor();
    await page.getByText("Tiba").first().waitFor();
    const button = page.getByRole("button", { name: /^(Bayar|Pesan)/ });
    await page.getByRole("radio", { name: "QRIS" }).waitFor();
    await button.click();
    await page.getByText("Terlalu banyak kode promo yang salah.", { exact: false }).waitFor();
    await asSeed()`delete from private.rate_limits`;
    await page.goto(`${program().url}/Cart`);
    await page.getByText("Potongan MUGKETIGA").waitFor();
    expect(complaints).toEqual([]);
  });

  test("the cart of a signed-in person knows their first order and group; the cached page does not", async () => {
    const variant = await mug();
    await asSeed()`
      insert into promotions (id, name, class, type, value, automatic, first_order_only) values
      (gen_random_uuid(), '{"id": "Pesanan pertama", "en": "First order"}', 'order', 'fixed', 5000, true, true)`;
    const customer = accountId("customer@etalase.test");
    const [group] = await asSeed()<{ id: string }[]>`
      insert into customer_groups (name) values ('Langganan') returning id`;
    await asSeed()`
      with p as (
        insert into promotions (id, name, class, type, value, per_customer_limit, group_ids)
        values (gen_random_uuid(), '{"id": "Pelanggan setia", "en": "Regulars"}', 'order', 'fixed', 7000, 1,
          array[${group?.id ?? ""}]::uuid[])
        returning id
      )
      insert into promo_codes (code, promotion_id) select 'SETIA', id from p`;
    await asSeed()`
      insert into customer_group_members (group_id, customer_id)
      values (${group?.id ?? ""}, ${customer})`;
    const { page } = await chromium.open();
    const plain = await (await fetch(`${program().url}/Cart`)).text();
    const state = { lines: [{ variant_id: variant, quantity: 1 }], promo_codes: ["SETIA"] };
    await page.goto(`${program().url}/Faq`);
    await page.evaluate(
      (cart) => localStorage.setItem("cart", cart),
      JSON.stringify({ state, version: 1 }),
    );
    await page.goto(`${program().url}/Cart`);
    await page
      .getByText("SETIA hanya untuk pelanggan tertentu. Masuk dulu untuk memakainya.")
      .waitFor();
    await page.getByText("Pesanan pertama").waitFor();

    await signIn(page, program().url, "customer@etalase.test");
    const html = page.waitForResponse((response) => response.url().endsWith("/Cart"));
    await page.goto(`${program().url}/Cart`);
    await page.getByText("SETIA Pelanggan setia").waitFor();
    // The customer has ordered before.
    await page.getByText("Potongan SETIA").waitFor();
    expect(await page.getByText("Pesanan pertama").count()).toBe(0);
    const bare = (text: string) =>
      text.replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
    expect(bare(await (await html).text())).toBe(bare(plain));
    await asSeed()`update promotions set enabled = false where name ->> 'en' in ('First order', 'Regulars')`;
  });
});
