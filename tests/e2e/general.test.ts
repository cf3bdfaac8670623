import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import {
  chooseToPay,
  hasBrowser,
  putMugInCart,
  signIn,
  useChromium,
} from "#tests/support/browser/browser.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

/** Milliseconds that suffice on a machine that runs other tests too. */
const slowly = { timeout: 10_000 };

/* The general behaviours of the specification's section 2, one by one. */

describe.runIf(hasBrowser)("every page", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram(() => ({ LOG_LEVEL: "error" }));
  let owner: ReturnType<typeof openPostgres>;
  beforeAll(async () => {
    owner = openPostgres(await databaseAddress(program().dataDir), { max: 1 });
  });
  afterAll(() => owner.end());

  const isAlive = (page: Page) => page.waitForSelector("html[data-alive]");
  /** Addresses that the browser has loaded as documents. */
  const documentsOf = (page: Page): string[] => {
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    return documents;
  };

  describe("that fails", () => {
    /** Makes product pages fail until the test has ended. */
    const breakProducts = async () => {
      await owner.unsafe("alter table product_images rename to product_images_gone");
      onTestFinished(async () => {
        await owner.unsafe("alter table product_images_gone rename to product_images");
      });
    };

    test("an unknown address is a 404 that names it", async () => {
      const { page } = await chromium.open();
      const answer = await page.goto(`${program().url}/no/such-page`);
      expect(answer?.status()).toBe(404);
      expect(await page.title()).toBe("404 Page Not Found · Nota & Co");
      await page.getByText("Halaman tidak ditemukan: /no/such-page").waitFor();
      await page.goto(`${program().url}/en/no/such-page`);
      await page.getByText("Page not found: /en/no/such-page").waitFor();
      expect(await page.getByRole("main").count()).toBe(1);
    });

    test("a search engine gets the status and no page, in either kind of failure", async () => {
      const agents = [
        "Googlebot/2.1",
        "Chrome-Lighthouse",
        "facebookexternalhit/1.1",
        "bingbot/2.0",
      ];
      for (const agent of agents) {
        const answer = await fetch(`${program().url}/no/such-page`, {
          headers: { "User-Agent": agent },
        });
        expect(answer.status).toBe(404);
        expect(await answer.text(), agent).toBe("");
      }
      const page = await fetch(program().url, { headers: { "User-Agent": "Googlebot/2.1" } });
      expect(await page.text(), "what works is for them too").toContain("</html>");
    });

    test("a broken page says so with a number that the log knows, and searches get the status", async () => {
      await breakProducts();
      const { page, complaints } = await chromium.open();
      const answer = await page.goto(`${program().url}/item/tumbler-parang`);
      expect(answer?.status()).toBe(500);
      await page.waitForSelector("html[data-alive]");
      expect(await page.title()).toBe("500 Internal Server Error · Nota & Co");
      await page.getByRole("heading", { name: "Terjadi gangguan di sistem kami" }).waitFor();
      const reference = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(
        (await page.getByText(/Kode gangguan/).textContent()) ?? "",
      )?.[0];
      expect(reference).toBe(answer?.headers()["x-request-id"]);
      await expect.poll(() => program().output(), slowly).toContain(reference);
      const html = await page.content();
      expect(html).not.toMatch(/product_images|select |\bat .*\.ts/);

      const robot = await fetch(`${program().url}/item/tumbler-parang`, {
        headers: { "User-Agent": "Googlebot/2.1" },
      });
      expect(robot.status).toBe(500);
      expect(await robot.text()).toBe("");
      expect(complaints).toEqual([]);
    });
  });

  test("answers in any spelling of its address, as a page and as the router's data", async () => {
    const addresses = [
      "/",
      "/en",
      "/EN",
      "/Shop",
      "/shop",
      "/en/Shop",
      "/EN/shop",
      "/en/item/mug-ngopi-dulu",
    ];
    const data = ["/_.data", "/en.data", "/Shop.data", "/en/Shop.data", "/EN/shop.data"];
    for (const address of [...addresses, ...data, "/%65n/Shop", "/en/dashboard/../Shop"]) {
      const answer = await fetch(program().url + address);
      expect(answer.status, address).toBe(200);
      expect(await answer.text(), address).not.toContain("Page not found");
    }
    const english = await (await fetch(`${program().url}/EN/Shop`)).text();
    expect(english).toContain('<html lang="en"');
  });

  describe("when a newer build is served", () => {
    const serveAnother = (page: Page) =>
      page.route("**/_build.json", (route) => route.fulfill({ json: { id: "another" } }));

    const letTimerAsk = async (page: Page) => {
      const asked = page.waitForResponse("**/_build.json");
      await page.clock.fastForward(5 * 60_000);
      await asked;
    };

    test("the next page is loaded from the server, once", async () => {
      const { page } = await chromium.open();
      await page.clock.install();
      await page.goto(`${program().url}/Faq`);
      await isAlive(page);
      const documents = documentsOf(page);
      await letTimerAsk(page);
      await page.getByRole("link", { name: "Tentang" }).first().click();
      await page.waitForURL(/\/About$/);
      expect(documents, "it is the same build").toEqual([]);
      await serveAnother(page);
      await letTimerAsk(page);
      expect(documents, "nothing moves under the visitor's hands").toEqual([]);
      await page.getByRole("link", { name: "Kontak" }).first().click();
      await page.waitForURL(/\/Contact$/);
      await expect.poll(() => documents, slowly).toEqual(["/Contact"]);
    });

    test("R11: a form with unsent text is not reloaded", async () => {
      const { page: first, context } = await chromium.open();
      await signIn(first, program().url, "customer@etalase.test", "/dashboard/Details");
      const page = await context.newPage();
      await page.clock.install();
      await serveAnother(page);
      await page.goto(`${program().url}/dashboard/Details`);
      await isAlive(page);
      await page.getByLabel("Nama lengkap").fill("Rani yang belum selesai");
      await letTimerAsk(page);
      const documents = documentsOf(page);
      await page.getByRole("link", { name: "Akun saya" }).first().click();
      await page.waitForURL(/\/dashboard$/);
      expect(documents).toEqual([]);
    });

    test("a card form with input is not reloaded", async () => {
      const { page: first, context } = await chromium.open();
      await signIn(first, program().url, "customer@etalase.test");
      await putMugInCart(first, program().url);
      const page = await context.newPage();
      await page.clock.install();
      await serveAnother(page);
      await page.goto(`${program().url}/Checkout`);
      await chooseToPay(page, "Kartu debit atau kredit");
      await page.getByLabel("Nomor kartu").fill("4000 0025");
      await letTimerAsk(page);
      const documents = documentsOf(page);
      await page.getByRole("banner").getByRole("link").first().click();
      await page.waitForURL((address) => address.pathname !== "/Checkout");
      expect(documents).toEqual([]);
    });

    test("a missing script makes the browser load the requested page", async () => {
      const { page } = await chromium.open();
      let documents: string[] = [];
      // The script is missing for the open document and available to the next one.
      await page.route(/\/assets\/shop-[\w-]+\.js/, (route) =>
        documents.length === 0 ? route.abort() : route.continue(),
      );
      await page.goto(`${program().url}/Faq`);
      await isAlive(page);
      documents = documentsOf(page);
      await page.getByRole("link", { name: "Mug", exact: true }).first().click();
      await page.getByRole("heading", { level: 1, name: "Mug" }).waitFor();
      await isAlive(page);
      expect(page.url()).toMatch(/\/Shop\?category=mug/);
      expect(new Set(documents), "not the page that was left").toEqual(new Set(["/Shop"]));
      // The router makes one request for each missing script; the last one counts.
      expect(documents.length, "no loop").toBeLessThanOrEqual(2);
    });
  });

  test("one page at a time is fetched ahead, when a pointer rests on its link", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/About`);
    await isAlive(page);
    const ahead = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')].map(
          (link) => new URL(link.href).pathname,
        ),
      );
    expect(await ahead()).toEqual([]);
    for (const name of ["Mug", "Poster", "Stiker", "Tumbler", "Kaos", "Tas Kanvas"]) {
      await page.getByRole("link", { name, exact: true }).first().hover();
    }
    await expect.poll(async () => (await ahead()).length, slowly).toBeGreaterThan(0);
    expect((await ahead()).length).toBeLessThanOrEqual(4);
    expect(new Set(await ahead())).toEqual(new Set(["/Shop.data"]));
  });

  test("navigation uses the prefetched data, without a second request", async () => {
    const { page } = await chromium.open({ width: 1280 });
    await page.goto(`${program().url}/Shop`);
    await isAlive(page);
    const product = page.locator("main article h3 a").nth(2);
    const name = (await product.textContent()) ?? "";
    const fetched = page.waitForResponse(/\/item\/[\w-]+\.data/);
    await product.hover();
    expect((await fetched).headers()["cache-control"]).toBe("private, max-age=10");
    const transfers = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter((entry) => /\/item\/[\w-]+\.data/.test(entry.name))
          .map((entry) => (entry as PerformanceResourceTiming).transferSize > 0),
      );
    await expect.poll(async () => (await transfers()).length, slowly).toBe(1);
    await product.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(await transfers()).toEqual([true, false]);
    const asked = await fetch(`${program().url}/item/mug-ngopi-dulu.data`);
    expect(asked.headers.get("cache-control"), "not asked ahead").toBe("no-cache");
    // The content below the picture and the price is rendered right after them.
    await page.locator("main details").first().waitFor();
  });

  describe("in a colour mode", () => {
    const shown = (page: Page) => page.evaluate(() => document.documentElement.className);

    test("is dark before anything is painted, and follows the system at once", async () => {
      const { page } = await chromium.open({ dark: true });
      await page.route(/\/assets\/.*\.js/, (route) => route.abort());
      await page.goto(`${program().url}/Faq`);
      expect(await shown(page), "without a single script file").toBe("dark");
      await page.unroute(/\/assets\/.*\.js/);
      await page.goto(`${program().url}/Faq`);
      await isAlive(page);
      await page.emulateMedia({ colorScheme: "light" });
      await expect.poll(() => shown(page), slowly).toBe("light");
    });

    test("keeps the visitor's choice, in every tab", async () => {
      const { page, context } = await chromium.open({ width: 1280 });
      await page.goto(`${program().url}/Faq`);
      await isAlive(page);
      const other = await context.newPage();
      await other.goto(`${program().url}/About`);
      await isAlive(other);
      await page
        .locator("label")
        .filter({ has: page.getByLabel("Gelap") })
        .first()
        .click();
      expect(await page.evaluate(() => localStorage.getItem("nuxt-color-mode"))).toBe("dark");
      expect(await shown(page)).toBe("dark");
      await expect.poll(() => shown(other), slowly).toBe("dark");
      await page.emulateMedia({ colorScheme: "dark" });
      await page.emulateMedia({ colorScheme: "light" });
      await page.reload();
      expect(await shown(page)).toBe("dark");
    });

    test("is the one that a page forces, on that page alone", async () => {
      const { page } = await chromium.open({ dark: true });
      await page.route(/\/assets\/.*\.js/, (route) => route.abort());
      await page.goto(`${program().url}/dev/ui`);
      expect(await shown(page), "without a single script file").toBe("light");
      await page.unroute(/\/assets\/.*\.js/);
      await page.goto(`${program().url}/dev/ui`);
      await isAlive(page);
      expect(await shown(page)).toBe("light");
      await page.goto(`${program().url}/Faq`);
      expect(await shown(page)).toBe("dark");
    });
  });

  test("works with any content of the browser's storage, full or blocked", async () => {
    const { page, context, complaints } = await chromium.open();
    await context.addInitScript(() => {
      localStorage.setItem("cart", '{"state":{"lines":[{"variant_id":7},null,"x"]},"version":9');
      localStorage.setItem("recently-viewed", "[object Object]");
      localStorage.setItem("nuxt-color-mode", "purple");
    });
    await page.goto(`${program().url}/item/mug-ngopi-dulu`);
    await isAlive(page);
    await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
    await page.getByRole("dialog").getByRole("link").first().waitFor();

    const { page: blocked, context: without } = await chromium.open();
    await without.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
      Storage.prototype.setItem = refuse;
      Storage.prototype.getItem = refuse;
    });
    await blocked.goto(`${program().url}/item/mug-ngopi-dulu`);
    await isAlive(blocked);
    await blocked.getByRole("button", { name: "Masukkan keranjang" }).first().click();
    await blocked.getByRole("dialog").getByRole("link").first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("retries when a gateway fails for a moment", async () => {
    const { page } = await chromium.open();
    await page.goto(`${program().url}/Faq`);
    await isAlive(page);
    let failures = 0;
    await page.route(/\/About\.data/, (route) =>
      failures++ < 2 ? route.fulfill({ status: 503 }) : route.continue(),
    );
    const documents = documentsOf(page);
    await page.getByRole("link", { name: "Tentang kami" }).first().click();
    await page.waitForURL(/\/About$/);
    expect(documents).toEqual([]);
  });

  test("that cannot be mounted shows an error", async () => {
    const { page, context } = await chromium.open();
    await context.addInitScript(() => {
      Object.defineProperty(window, "__reactRouterManifest", {
        get: () => {
          throw new Error("refused");
        },
        set: () => {},
      });
    });
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${program().url}/Faq`);
    await expect.poll(() => errors.join("\n"), slowly).toContain("Error while mounting app");
  });

  test.each(["/", "/en", "/All", "/item/mug-nama-anda", "/Sign-in", "/item/kaos-nama-tim/Design"])(
    "is hydrated where it stands, and its style sheet is read once: %s",
    async (path) => {
      const { page } = await chromium.open();
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        document.addEventListener("DOMContentLoaded", () => {
          new MutationObserver((records, observer) => {
            for (const { target, removedNodes } of records) {
              // Scripts that wait for the pictures become real ones, and nobody renders what is for visitors without scripts.
              if (target.nodeName === "NOSCRIPT") continue;
              for (const node of removedNodes) {
                if (node instanceof Element && !node.matches('script[type="later"]')) {
                  moved.push(node.outerHTML.slice(0, 200));
                }
              }
            }
            if (document.documentElement.dataset.alive !== undefined) observer.disconnect();
          }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-alive"] });
        });
      });
      await page.goto(`${program().url}${path}`);
      await isAlive(page);
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual(
        [],
      );
    },
  );

  test("says where its document is not what the screens render", async () => {
    const { page, context, complaints } = await chromium.open();
    await context.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => document.querySelector("main h1")?.remove());
    });
    await page.goto(`${program().url}/Faq`);
    await page.waitForSelector("html[data-alive]");
    expect(complaints).toEqual([expect.stringContaining("react.dev/errors/418")]);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  test("keeps what browser extensions put into it", async () => {
    const { page, context, complaints } = await chromium.open();
    await context.addInitScript(() => {
      addEventListener("DOMContentLoaded", () => {
        const template = document.createElement("template");
        template.id = "of-extension";
        document.head.append(template);
        document.body.append(document.createElement("of-extension"));
      });
    });
    await page.goto(`${program().url}/Faq`);
    await page.waitForSelector("html[data-alive]");
    expect(await page.locator("template#of-extension, of-extension").count()).toBe(2);
    await page.getByRole("link", { name: "Tentang kami" }).first().click();
    await page.waitForURL(/\/About$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.locator("template#of-extension, of-extension").count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test("reflects a sign-out in every tab", async () => {
    const { page, context } = await chromium.open({ width: 1280 });
    await signIn(page, program().url, "customer@etalase.test", "/dashboard");
    const other = await context.newPage();
    await other.goto(`${program().url}/Faq`);
    await isAlive(other);
    await other.getByRole("link", { name: "Akun", exact: true }).waitFor();
    await page.getByRole("button", { name: "Keluar" }).click();
    await page.getByRole("link", { name: "Masuk" }).first().waitFor();
    await other.bringToFront();
    await other.evaluate(() => dispatchEvent(new Event("focus")));
    await other.getByRole("link", { name: "Masuk" }).first().waitFor();
    await other.goto(`${program().url}/dashboard`);
    expect(new URL(other.url()).pathname).toBe("/Auth");
  });
});
