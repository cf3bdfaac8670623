import { chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/program.ts";

/*
 * From the press on a product in the list until its page is painted, beside loading that same page whole: two ways to
 * the same picture in one run, in turns, each on a warm machine. One JSON line.
 * `node bench/navigation.ts [rounds]`
 */

/** Milliseconds from asking for a page. */
interface Load {
  /** Its first text, with whatever the browser had by then. */
  readonly firstPaint: number;
  /** Its largest part: the product's picture or its name. */
  readonly largestPaint: number;
  /** Its load event is over: the page is there whole, with its pictures. */
  readonly end: number;
  /** React has it: a press does something. */
  readonly alive: number;
}

const rounds = Number(process.argv[2] ?? 15);
const program = await startProgram({
  env: { NODE_ENV: "production", ALLOW_BUILTIN_PAYMENTS: "1", LOG_LEVEL: "error" },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-quic", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 844 } });
  const presses: number[] = [];
  const loads: Load[] = [];
  for (let round = -2; round < rounds; round++) {
    const [pressed, loaded] = [await byPress(page), await byLoading(page)];
    // The first ones warm the program and the browser.
    if (round < 0) continue;
    presses.push(pressed);
    loads.push(loaded);
  }
  const press = middle(presses);
  const beside = (moment: keyof Load) => {
    const load = middle(loads.map((times) => times[moment]));
    return { ms: Math.round(load), ratio: Number((press / load).toFixed(2)) };
  };
  console.log(
    JSON.stringify({
      rounds,
      press_to_paint_ms: Math.round(press),
      load_to_first_paint: beside("firstPaint"),
      load_to_largest_paint: beside("largestPaint"),
      load_to_end: beside("end"),
      load_to_alive: beside("alive"),
    }),
  );
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
}

/** Milliseconds from a press on the list's third product to the frame in which its page stands. */
async function byPress(page: Page): Promise<number> {
  await page.goto(`${program.url}/Shop`);
  await page.mouse.move(400, 400);
  await page.waitForSelector("html[data-alive]");
  const link = page.locator("main article h3 a").nth(2);
  // As somebody does: the pointer arrives, and presses a moment later.
  await link.hover();
  await page.waitForTimeout(300);
  return link.evaluate(
    (anchor: HTMLElement) =>
      new Promise<number>((resolve) => {
        let start = 0;
        // The same clock and the same moment as a first contentful paint: when the frame was shown.
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
