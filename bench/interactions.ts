import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { sessionCookieName } from "#backend/auth/sessions/session-cookie.ts";
import { demoPassword } from "#db/seed/accounts.server.ts";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Interaction to next paint with 4x CPU throttling: the longest event of each interaction, as the browser's Event
 * Timing API reports it (duration in steps of 8 ms). Each round reloads the page.
 * `node bench/interactions.ts [rounds=5]`; one JSON line for each interaction, milliseconds.
 */

const rounds = Number(process.argv[2] ?? 5);
const slowdown = 4;
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 844 };

interface Interaction {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  act(page: Page): Promise<void>;
}

const interactions: readonly Interaction[] = [
  {
    name: "open the filters",
    path: "/Shop",
    viewport: phone,
    async act(page) {
      await press(page.getByRole("link", { name: "Filter" }));
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "open the menu of the back office",
    path: "/admin",
    viewport: phone,
    async act(page) {
      await press(page.locator("[data-bottom-bar]").getByRole("button", { name: "Menu" }));
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "choose a variant",
    path: "/item/kaos-mega-mendung",
    viewport: phone,
    async act(page) {
      await press(
        page.locator("main fieldset label:has(input[type=radio]:not(:checked):enabled)").first(),
      );
    },
  },
  {
    name: "add to cart",
    path: "/item/mug-ngopi-dulu",
    viewport: phone,
    async act(page) {
      await press(page.getByRole("button", { name: "Masukkan keranjang" }).first());
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "type in the search box",
    path: "/",
    viewport: desktop,
    async act(page) {
      await press(page.getByRole("combobox").first());
      await page.keyboard.type("mug ngopi", { delay: 60 });
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "drag on the board",
    path: "/item/kaos-nama-tim/Design",
    viewport: desktop,
    async act(page) {
      const box = await page.locator("section svg path").first().boundingBox();
      if (!box) throw new Error("the board shows no layer");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 20; step++) await page.mouse.move(x + step * 2, y + step);
      await page.mouse.up();
    },
  },
];

const program = await startProgram({
  env: { SEED: "demo", ALLOW_DEMO_DATA: "1", LOG_LEVEL: "error" },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const interaction of interactions) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await measure(browser, interaction));
    times.sort((a, b) => a - b);
    console.log(
      JSON.stringify({
        interaction: interaction.name,
        slowdown,
        rounds,
        median_ms: times[Math.floor(rounds / 2)],
        longest_ms: times.at(-1),
      }),
    );
  }
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
}

/** Hovers for 200 ms, then presses for 60 ms. */
async function press(target: Locator): Promise<void> {
  await target.hover();
  await target.page().waitForTimeout(200);
  await target.click({ delay: 60 });
}

async function signIn(page: Page): Promise<void> {
  const form = await (await page.request.get(`${program.url}/Auth`)).text();
  const apikey = /name="publishable-key" content="([^"]+)"/.exec(form)?.[1] ?? "";
  const answer = await page.request.post(`${program.url}/auth/v1/token?grant_type=password`, {
    headers: { apikey },
    data: { email: "admin@etalase.test", password: demoPassword },
  });
  if (!answer.ok()) throw new Error(`not signed in: ${await answer.text()}`);
  const value = `base64-${Buffer.from(await answer.text()).toString("base64url")}`;
  const cookie = { name: sessionCookieName(program.url), value, url: program.url };
  await page.context().addCookies([cookie]);
}

/** The longest event of a visit in milliseconds; 16, the threshold, when none was reported. */
async function measure(browser: Browser, { path, viewport, act }: Interaction): Promise<number> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  if (path.startsWith("/admin")) await signIn(page);
  await page.goto(program.url + path);
  await page.waitForSelector("html[data-alive]");
  await page.waitForLoadState("networkidle");
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) durations.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act(page);
  // The browser reports events after the frame that shows their effect.
  await page.waitForTimeout(500);
  const durations = await page.evaluate(
    () => (window as unknown as { durations: number[] }).durations,
  );
  await context.close();
  if (durations.length === 0) return 16;
  return Math.max(...durations);
}
