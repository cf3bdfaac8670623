import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { sessionCookieName } from "#backend/auth/sessions/session-cookie.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { askAxe } from "./axe.ts";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A test's page lives for seconds, so optimising its scripts costs more than it brings: a sixth of the pages' time.
  "--js-flags=--no-opt --no-maglev",
];

/** Of every account of the demo shop. */
const demoPassword = "etalase-demo-2026";

/** Chromium's message for a body that navigation aborted. */
const abortedStream = "BodyStreamBuffer was aborted";

export const hasBrowser = Boolean(process.env.CHROME_PATH);

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page: uncaught exceptions and refused scripts. */
  readonly complaints: string[];
}

/** Decoding pictures takes a fifth of the browser's time, and few tests look at them. */
const withoutPictures = "--blink-settings=imagesEnabled=false";

const launched = Symbol.for("etalase.tests.chromium");
const shared = globalThis as { [launched]?: Map<boolean, Promise<Browser>> };

/** The Chromium of this process, which outlives the modules of a test file. It ends with the process. */
async function sharedChromium(showsPictures: boolean): Promise<Browser> {
  shared[launched] ??= new Map();
  const browsers = shared[launched];
  const running = await browsers.get(showsPictures);
  if (running?.isConnected()) return running;
  const launching = chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: showsPictures ? flags : [...flags, withoutPictures],
  });
  browsers.set(showsPictures, launching);
  // The next file tries again.
  launching.catch(() => browsers.delete(showsPictures));
  return launching;
}

/**
 * Chromium for one test file; each visitor has cookies and storage of their own.
 * @param showsPictures whether pages load their pictures
 */
export function useChromium({ showsPictures = false } = {}): {
  open: (options?: { width?: number; dark?: boolean }) => Promise<Visitor>;
} {
  let launching: Promise<Browser> | undefined;

  // The browser starts while the program starts.
  beforeAll(() => {
    launching = sharedChromium(showsPictures);
    launching.catch(() => undefined);
  });
  afterAll(async () => {
    const contexts = (await launching)?.contexts() ?? [];
    await Promise.all(contexts.map((context) => context.close()));
  });

  return {
    async open({ width = 390, dark = false } = {}) {
      const browser = await launching;
      if (!browser) throw new Error("no browser");
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme: dark ? "dark" : "light",
        locale: "id-ID",
        reducedMotion: "reduce",
        // Test proxies have self-signed certificates.
        ignoreHTTPSErrors: true,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => {
        // Leaving a page aborts its streamed data; React Router does not handle that rejection.
        if (error.name === "AbortError" || error.message === abortedStream) return;
        complaints.push(error.message);
      });
      page.on("console", (message) => {
        if (
          message.type() === "error" &&
          /Content Security Policy|Hydration/.test(message.text())
        ) {
          complaints.push(message.text());
        }
      });
      return { page, context, complaints };
    },
  };
}

/**
 * Signs in without the screens: gives the visitor's browser the cookie that they set. The screens take more than a second
 * each time, and `signInByScreens` shows that they lead to the same.
 * @param who an e-mail address, or a phone number in its international form
 * @param next the page to open; without it none is, for a test that goes to its first page itself
 */
export async function signIn(page: Page, url: string, who: string, next?: string): Promise<void> {
  const form = await (await page.request.get(`${url}/Auth`)).text();
  const apikey = /name="publishable-key" content="([^"]+)"/.exec(form)?.[1] ?? "";
  const answer = await page.request.post(`${url}/auth/v1/token?grant_type=password`, {
    headers: { apikey },
    data: { ...(who.includes("@") ? { email: who } : { phone: who }), password: demoPassword },
  });
  const session = await answer.text();
  if (!answer.ok()) throw new Error(`${who} is not signed in: ${session}`);
  const value = `base64-${Buffer.from(session).toString("base64url")}`;
  await page.context().addCookies([{ name: sessionCookieName(url), value, url, sameSite: "Lax" }]);
  if (next === undefined) return;
  await page.goto(`${url}${next}`);
  expect(new URL(page.url()).pathname).toBe(new URL(next, url).pathname);
}

/** Signs in through the screens, as a person would. */
export async function signInByScreens(
  page: Page,
  url: string,
  email: string,
  next = "/dashboard",
): Promise<void> {
  await page.goto(`${url}/Auth?next=${encodeURIComponent(next)}`);
  await page.getByLabel("Email").fill(email);
  // Before a purchase a code is what is offered first.
  const name = next === "/Checkout" ? "Pakai kata sandi" : "Lanjut";
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByLabel("Kata sandi", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Masuk", exact: true }).click();
  await page.waitForURL((address) => address.pathname === next);
  expect(new URL(page.url()).pathname).toBe(next);
}

/** Reauthenticates the demo account in the open dialog; the interrupted action then continues. */
export async function proveWithPassword(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Verifikasi bahwa ini Anda" });
  await dialog.getByLabel("Kata sandi Anda").fill(demoPassword);
  await dialog.getByRole("button", { name: "Lanjut" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Opens the menu of an order's page in the back office and chooses one of its entries. */
export async function chooseOrderAction(page: Page, name: string): Promise<void> {
  await page.locator("summary", { hasText: "Tindakan lain" }).click();
  await page.locator("details").getByRole("button", { name, exact: true }).click();
}

/** Puts a mug into the cart, and leaves the confirmation dialog open. */
export async function putMugInCart(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/item/mug-ngopi-dulu`);
  await page.waitForSelector("html[data-alive]");
  await page
    .getByRole("button", { name: /Masukkan keranjang/ })
    .locator("visible=true")
    .click();
  await page.getByRole("dialog").waitFor();
}

/** Puts a mug into the cart, opens the checkout and waits until it shows the delivery cost. */
export async function openCheckout(page: Page, url: string): Promise<void> {
  await putMugInCart(page, url);
  await page.goto(`${url}/Checkout`);
  await page.getByText("Tiba").first().waitFor();
}

/** The addresses at which each page was checked. */
const checkedAt = new WeakMap<Page, Set<string>>();

/**
 * Rules of WCAG 2.2 AA that the page breaks in its current state. Colours take half the time, so `npm test` checks them in the
 * first state of an address alone; `npm run verify` checks them in every state.
 */
export async function brokenRules(page: Page): Promise<string[]> {
  const known = checkedAt.get(page) ?? new Set();
  checkedAt.set(page, known);
  const isKnown = known.has(page.url());
  known.add(page.url());
  const broken = await askAxe(page, { colours: isKnown && !isWholeRun ? "none" : "too" });
  return broken.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits until the page is hydrated and shows no loading state. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.waitForFunction(
    () =>
      "alive" in document.documentElement.dataset &&
      !document.querySelector('main [aria-busy="true"], .skeleton'),
  );
}

/** Chooses a payment method at the checkout and waits for its price: until then the button is disabled. */
export async function chooseToPay(page: Page, name: string): Promise<void> {
  // The banks are behind one row.
  if (name.endsWith("Virtual Account")) {
    await page.getByRole("radio", { name: /^Virtual account/ }).check();
  }
  const radio = page.getByRole("radio", { name });
  // The one that is chosen already causes no new price.
  if (await radio.isChecked()) return settled(page);
  const priced = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" &&
      new URL(response.url()).pathname.includes("Checkout"),
  );
  await radio.check();
  await priced;
}
