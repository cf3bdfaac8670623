import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { hasBrowser, putMugInCart, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

describe.runIf(hasBrowser)("a document without a connection", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("is a page in the reader's language, and no personal data is cached", async () => {
    const { page, context, complaints } = await chromium.open();
    await page.clock.install();
    await page.goto(`${program().url}/`);
    await page.waitForLoadState("load");
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toHaveLength(0);
    // A cache that an older build's worker left.
    await page.evaluate(() => caches.open("offline-old").then(() => null));
    await page.clock.fastForward(8_100);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForFunction(async () => !(await caches.has("offline-old")));

    await signIn(page, program().url, "customer@etalase.test", "/dashboard/Address");
    for (const path of ["/dashboard", "/dashboard/orders", "/Shop"]) {
      await page.goto(program().url + path);
    }
    await page.evaluate(() => fetch("/_build.json").then(() => null));
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const caught = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      );
      return { names: names.length, paths: caught.flat().map((url) => new URL(url).pathname) };
    });
    expect(cached.names).toBe(1);
    const [bricolage, jakarta, ...others] = cached.paths.sort();
    expect([bricolage, jakarta].map((file) => file?.replace(/-[\w-]{8}\.woff2$/, ""))).toEqual([
      "/assets/bricolage-grotesque-text",
      "/assets/plus-jakarta-sans-text",
    ]);
    expect(others).toEqual(["/en/offline", "/offline"]);
    await putMugInCart(page, program().url);
    await page.waitForFunction(async () => {
      const [line] = JSON.parse(localStorage.getItem("cart") ?? "{}").state.lines;
      const names = await (await caches.match("/offline/cart-names"))?.json();
      return names && line.variant_id in names;
    });

    await context.setOffline(true);
    await page.goto(`${program().url}/dashboard/orders`);
    await page.getByRole("heading", { name: "Tidak ada sambungan" }).waitFor();
    expect(await page.content()).not.toMatch(/customer@etalase|INV-|Rp/);
    // The shop's own letters, and what is in the cart.
    await page.getByText(/^Mug Ngopi Dulu/).waitFor();
    expect(
      await page.evaluate(() =>
        document.fonts
          .load('400 16px "Plus Jakarta Sans Variable"')
          .then((faces) => faces.map(({ status }) => status)),
      ),
    ).toEqual(["loaded"]);
    await page.getByRole("link", { name: "Coba lagi" }).click();
    await page.getByRole("heading", { name: "Tidak ada sambungan" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard/orders");
    // Another tab: the first one may still be opening its page again, which would take the place of the next.
    const english = await context.newPage();
    await english.goto(`${program().url}/en/Shop`);
    await english.getByRole("heading", { name: "No connection" }).waitFor();
    await context.setOffline(false);
    await english
      .getByRole("link", { name: "Try again" })
      .or(english.getByRole("heading", { level: 1, name: "All products" }))
      .first()
      .waitFor();
    await english.goto(`${program().url}/en/Shop`);
    await english.waitForSelector("html[data-alive]");
    // The shop's own error responses are not replaced.
    const missing = await english.goto(`${program().url}/no-such-page`);
    expect(missing?.status()).toBe(404);
    expect(complaints).toEqual([]);
  });

  test("the shop has icons of the sizes that its manifest names", async () => {
    const html = await (await fetch(`${program().url}/en`)).text();
    const address = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? "";
    const answer = await fetch(program().url + address);
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as {
      lang: string;
      start_url: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ lang: "en", start_url: "/en" });
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(program().url + src);
      expect(icon.headers.get("content-type")).toBe("image/png");
      const { width, height } = await sharp(await icon.arrayBuffer()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const apple = await sharp(
      await (await fetch(`${program().url}/apple-touch-icon.png`)).arrayBuffer(),
    ).stats();
    expect(apple.isOpaque).toBe(true);
    expect((await fetch(`${program().url}/favicon.ico`)).status).toBe(200);
    const page = await (await fetch(program().url)).text();
    const tab = /<link [^>]*rel="icon"[^>]*>/.exec(page)?.[0] ?? "";
    const said = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(tab)?.[1];
    const shown = await fetch(`${program().url}${said("href")}`);
    const { width, height } = await sharp(await shown.arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(said("sizes"));
  });
});
