import { chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";
import { networks } from "./networks.ts";

/*
 * Time from the press on a product in the list until its page is painted, beside a full load of the same page,
 * alternating in one run. The first press of a visit runs scripts that the browser has just read; by the fifth
 * product the browser has compiled them. One JSON line for a network without delay, whose loads come from the page store in a
 * moment, and one for 4G, which visitors have.
 * `node bench/navigation.ts [rounds]`
 */

/** Milliseconds from a press on a product to the frame that shows its page. */
interface Presses {
  /** The first press of a visit. */
  readonly first: number;
  /** The fifth press, on a product that was not opened before in this visit. */
  readonly fifth: number;
}

/** Milliseconds since the request of a page. */
interface Load {
  /** First contentful paint, with the styles and fonts that had arrived by then. */
  readonly firstPaint: number;
  /** Largest contentful paint: the product's picture or its name. */
  readonly largestPaint: number;
  /** End of the load event: the page is complete with its pictures. */
  readonly end: number;
  /** The page is hydrated: a press has an effect. */
  readonly alive: number;
}

const rounds = Number(process.argv[2] ?? 15);
const program = await startProgram({
  env: {
    NODE_ENV: "production",
    ALLOW_BUILTIN_PAYMENTS: "1",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    LOG_LEVEL: "error",
  },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-quic", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 844 } });
  await measure(page, "no delay");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", { offline: false, ...networks["4G"] });
  await measure(page, "4G");
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
}

async function measure(page: Page, network: string): Promise<void> {
  const presses: Presses[] = [];
  const loads: Load[] = [];
  for (let round = -2; round < rounds; round++) {
    const [pressed, loaded] = [await byPresses(page), await byLoading(page)];
    // The first rounds warm up the program and the browser.
    if (round < 0) continue;
    presses.push(pressed);
    loads.push(loaded);
  }
  const compare = (which: keyof Presses) => {
    const milliseconds = middle(presses.map((times) => times[which]));
    const ratio = (moment: keyof Load) =>
      Number((milliseconds / middle(loads.map((times) => times[moment]))).toFixed(2));
    return {
      ms: Math.round(milliseconds),
      ratio_to_first_paint: ratio("firstPaint"),
      ratio_to_largest_paint: ratio("largestPaint"),
      ratio_to_alive: ratio("alive"),
    };
  };
  const load = (moment: keyof Load) => Math.round(middle(loads.map((times) => times[moment])));
  console.log(
    JSON.stringify({
      network,
      rounds,
      first_press: compare("first"),
      fifth_press: compare("fifth"),
      load_ms: {
        first_paint: load("firstPaint"),
        largest_paint: load("largestPaint"),
        end: load("end"),
        alive: load("alive"),
      },
    }),
  );
}

/** A visit to the list and to five of its products. */
async function byPresses(page: Page): Promise<Presses> {
  await page.goto(`${program.url}/Shop`);
  await page.waitForSelector("html[data-alive]");
  const [first = 0, ...others] = [2, 3, 4, 5, 6];
  const times = [await press(page, first)];
  for (const position of others) {
    // Wait for work that is deferred until after the paint.
    await page.waitForTimeout(500);
    await page.goBack();
    await page.waitForTimeout(500);
    times.push(await press(page, position));
  }
  return { first: times[0] ?? 0, fifth: times.at(-1) ?? 0 };
}

/** Milliseconds from a press on a product in the list to the frame that shows its page. */
async function press(page: Page, position: number): Promise<number> {
  await page.mouse.move(400, 400);
  const link = page.locator("main article h3 a").nth(position);
  // Like a person: the pointer arrives, and presses a moment later.
  await link.hover();
  await page.waitForTimeout(300);
  return link.evaluate(
    (anchor: HTMLElement) =>
      new Promise<number>((resolve) => {
        let start = 0;
        // The same clock and event as a first contentful paint: when the frame was shown.
        const painted = new PerformanceObserver((list) => {
          const [shown] = list.getEntries() as (PerformanceEntry & { renderTime: number })[];
          if (shown) resolve(shown.renderTime - start);
        });
        painted.observe({ type: "element" });
        const arrived = new MutationObserver(() => {
          const heading = document.querySelector("main h1");
          if (heading?.textContent !== anchor.textContent) return;
          heading.setAttribute("elementtiming", "heading");
          arrived.disconnect();
        });
        arrived.observe(document.body, { childList: true, subtree: true, characterData: true });
        start = performance.now();
        anchor.click();
      }),
  );
}

async function byLoading(page: Page): Promise<Load> {
  await page.reload({ waitUntil: "commit" });
  return page.evaluate(async () => {
    const html = document.documentElement;
    const alive = await new Promise<number>((resolve) => {
      const look = () => {
        if (html.dataset.alive !== undefined) resolve(performance.now());
      };
      new MutationObserver(look).observe(html, { attributes: true });
      look();
    });
    const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    while (load?.loadEventEnd === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const end = load?.loadEventEnd;
    const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    const largestPaint = await new Promise<number | undefined>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        resolve(list.getEntries().at(-1)?.startTime);
        observer.disconnect();
      });
      observer.observe({ type: "largest-contentful-paint", buffered: true });
    });
    if (!firstPaint || !largestPaint || !end) throw new Error("nothing painted");
    return { firstPaint, largestPaint, end, alive };
  });
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
