import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Interaction to next paint with a processor slowed down four times: the longest event of each interaction, as the browser's Event
 * Timing API reports it (duration in steps of 8 ms). Each round opens the page anew.
 * `node bench/interactions.ts [rounds=5]`; one JSON line for each interaction, milliseconds.
 */

const rounds = Number(process.argv[2] ?? 5);
const slowdown = 4;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 844 };

interface Interaction {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  act(page: Page): Promise<void>;
}

const interactions: readonly Interaction[] = [
  {
    name: "open the menu",
    path: "/",
    viewport: phone,
    async act(page) {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "choose a variant",
    path: "/item/tote-parang",
    viewport: phone,
    async act(page) {
      await page.locator("form label:has(input[type=radio]:not(:checked):enabled)").first().click();
    },
  },
  {
    name: "add to cart",
    path: "/item/mug-ngopi-dulu",
    viewport: phone,
    async act(page) {
      await page.getByRole("button", { name: "Masukkan keranjang" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "type in the search box",
    path: "/",
    viewport: desk,
    async act(page) {
      await page.getByRole("combobox").first().click();
      await page.keyboard.type("mug ngopi", { delay: 60 });
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "drag on the board",
    path: "/item/kaos-nama-tim/Design",
    viewport: desk,
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

/** The longest interaction of a visit. */
async function measure(browser: Browser, { path, viewport, act }: Interaction): Promise<number> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
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
