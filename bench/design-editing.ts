import { type CDPSession, chromium, type Page } from "playwright-core";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Two figures of an editing session in the designer, on a processor slowed down four times; one JSON line.
 * `node bench/design-editing.ts [gestures=100] [keys=60]`
 * `keystroke`: milliseconds from a key's `input` event until the outline of the text is another one.
 * `session`: heap, DOM nodes and listeners after so many gestures and after ten times as many, with garbage collected. A gesture is a drag, a
 * letter, a nudge, a resize, a shape that is added and deleted, an undo, another zoom, or another side; the first ones fill the 200
 * steps of the history.
 */

const gestures = Number(process.argv[2] ?? 100);
const keys = Number(process.argv[3] ?? 60);
const slowdown = 4;

const program = await startProgram({
  env: { SEED: "demo", ALLOW_DEMO_DATA: "1", LOG_LEVEL: "error" },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  await page.goto(`${program.url}/item/kaos-nama-tim/Design`);
  await page.waitForSelector("html[data-alive]");
  await page.waitForLoadState("networkidle");
  await page.getByRole("option", { name: /^Teks/ }).first().click();
  const keystroke = await measureKeys(page, devtools);
  await session(page, gestures);
  const before = await sizes(devtools);
  await session(page, 9 * gestures);
  const after = await sizes(devtools);
  console.log(
    JSON.stringify({
      slowdown,
      keystroke,
      session: { [gestures]: before, [10 * gestures]: after },
    }),
  );
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
}

async function measureKeys(page: Page, devtools: CDPSession) {
  const words = page.getByRole("textbox", { name: "Tulisan" });
  await words.focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    let typedAt = 0;
    addEventListener("input", () => (typedAt = performance.now()), true);
    new MutationObserver(() => {
      if (typedAt > 0) times.push(performance.now() - typedAt);
      typedAt = 0;
    }).observe(document.querySelector("[data-held]") ?? document, {
      subtree: true,
      attributeFilter: ["d"],
    });
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (let key = 0; key < keys; key++) {
    const answered = page.waitForFunction(
      (count) => (window as unknown as { times: number[] }).times.length > count,
      key,
    );
    await page.keyboard.press(key % 2 === 0 ? "a" : "Backspace");
    await answered;
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number(
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1),
    );
  return { keys: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95), longest_ms: at(1) };
}

async function session(page: Page, count: number): Promise<void> {
  const text = page.getByRole("option", { name: /^Teks/ }).first();
  const choose = async () => {
    await text.click();
    await text.focus();
  };
  const acts: readonly (() => Promise<void>)[] = [
    async () => {
      const box = await page.locator("[data-held] [data-moves] path").first().boundingBox();
      if (!box) throw new Error("the chosen text is not drawn");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const by of [10, 25, 40]) await page.mouse.move(x + by, y + by / 2);
      for (const by of [20, 0]) await page.mouse.move(x + by, y);
      await page.mouse.up();
    },
    async () => {
      await page.getByRole("textbox", { name: "Tulisan" }).focus();
      await page.keyboard.press("End");
      await page.keyboard.press("b");
      await page.keyboard.press("Backspace");
      await choose();
    },
    () => page.keyboard.press("ArrowRight"),
    () => page.keyboard.press("ArrowLeft"),
    () => page.keyboard.press("+"),
    () => page.keyboard.press("-"),
    async () => {
      await page.keyboard.press("Control+d");
      await page.keyboard.press("Delete");
      await choose();
    },
    async () => {
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+y");
      await choose();
    },
    async () => {
      await page.mouse.move(500, 450);
      await page.mouse.wheel(30, 30);
      await page.mouse.wheel(-30, -30);
    },
  ];
  await choose();
  for (let gesture = 0; gesture < count; gesture++) await acts[gesture % acts.length]?.();
}

async function sizes(devtools: CDPSession) {
  await devtools.send("Performance.enable");
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heap_MB: Number((of("JSHeapUsedSize") / 1e6).toFixed(2)),
    nodes: of("Nodes"),
    listeners: of("JSEventListeners"),
  };
}
