import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { networks } from "./networks.ts";

/*
 * How long after a phone opened the designer a finger moves a layer: a processor slowed down four times, over 4G and over slow
 * 4G, on a first visit (`cold`) and from the product's page (`warm`), which most buyers come from. A finger presses and moves the
 * design's first layer again and again until it follows.
 * `node bench/design-first-drag.ts [rounds=5] [trace file]`; one JSON line, milliseconds from the navigation, medians.
 * `painted` is when the board was seen, drawn by the server; `scripts` when the last script had come.
 */

const rounds = Number(process.argv[2] ?? 5);
const traceFile = process.argv[3];
const slowdown = 4;
const product = "kaos-nama-tim";

interface Visit {
  readonly painted: number;
  readonly scripts: number;
  readonly drag: number;
  readonly kB: number;
}

const program = await startProgram({
  env: { SEED: "demo", ALLOW_DEMO_DATA: "1", LOG_LEVEL: "error" },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  // The server draws each page once before it is measured.
  await visit("4G", false);
  const found: Record<string, Visit> = {};
  for (const network of Object.keys(networks) as (keyof typeof networks)[]) {
    for (const isWarm of [false, true]) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round++) {
        const isTraced = network === "slow 4G" && !isWarm && round === rounds - 1;
        visits.push(await visit(network, isWarm, isTraced ? traceFile : undefined));
      }
      found[`${network}, ${isWarm ? "warm" : "cold"}`] = medians(visits);
    }
  }
  console.log(JSON.stringify({ slowdown, rounds, ...found }));
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
}

async function visit(
  network: keyof typeof networks,
  isWarm: boolean,
  trace?: string,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  if (isWarm) {
    await page.goto(`${program.url}/item/${product}`);
    await page.waitForSelector("html[data-alive]");
    await page.waitForLoadState("networkidle");
  }
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    ...networks[network],
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await watch(context);
  if (trace) await browser.startTracing(page, { path: trace });
  await page.goto(`${program.url}/item/${product}/Design`, { waitUntil: "commit" });
  await dragUntilMoved(page, devtools);
  if (trace) await browser.stopTracing();
  const seen = await page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => /\.js(\?|$)/.test(name));
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const bytes = [...entries, document].reduce((sum, one) => sum + (one?.transferSize ?? 0), 0);
    return {
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      scripts: Math.max(0, ...scripts.map(({ responseEnd }) => responseEnd)),
      drag: (window as unknown as { movedAt: number }).movedAt,
      kB: bytes / 1000,
    };
  });
  await context.close();
  return seen;
}

/** Notes when a layer first follows the finger. */
async function watch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-moves][transform]")) return;
      Object.assign(window, { movedAt: performance.now() });
      observer.disconnect();
    }).observe(document, { subtree: true, attributeFilter: ["transform"] });
  });
}

async function dragUntilMoved(page: Page, devtools: CDPSession): Promise<void> {
  await page.locator("section svg path").first().waitFor({ state: "visible" });
  for (let tries = 0; tries < 1_000; tries++) {
    // The board may get another size when its scripts have come.
    const at = await page.evaluate(() => {
      if ("movedAt" in window) return null;
      const box = document.querySelector("section svg path")?.getBoundingClientRect();
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 };
    });
    if (!at) return;
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", by = 0) =>
      devtools.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: at.x + by, y: at.y + by }],
      });
    await touch("touchStart");
    for (const by of [6, 12, 18]) await touch("touchMove", by);
    await touch("touchEnd");
  }
  throw new Error("no layer was moved");
}

function medians(visits: readonly Visit[]): Visit {
  const middle = (of: keyof Visit) => {
    const all = visits.map((one) => one[of]).toSorted((a, b) => a - b);
    return Math.round(all[Math.floor(all.length / 2)] ?? 0);
  };
  return {
    painted: middle("painted"),
    scripts: middle("scripts"),
    drag: middle("drag"),
    kB: middle("kB"),
  };
}
