import { chromium } from "playwright-core";
import { freePort } from "#db/embedded.server.ts";
import { findBrowser } from "#tests/support/browser/browser-binary.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Lighthouse on a simulated phone, the median of some runs; one JSON line a page. It is 170 MB, so it is not among
 * the packages: install it anywhere (`npm install --no-save lighthouse@13.5.0`) and name its folder.
 * `LIGHTHOUSE=/somewhere/node_modules/lighthouse node bench/lighthouse.ts [runs] [path …]`
 */

interface Report {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number }>>;
    readonly audits: Readonly<
      Record<
        string,
        { readonly numericValue?: number; readonly score: number | null; readonly title: string }
      >
    >;
  };
}
type Lighthouse = (url: string, flags: object) => Promise<Report>;

const runs = Number(process.argv[2] ?? 3);
const paths =
  process.argv.length > 3 ? process.argv.slice(3) : ["/", "/Shop", "/item/mug-ngopi-dulu"];
const categories = ["performance", "accessibility", "best-practices", "seo"];

const { default: lighthouse }: { default: Lighthouse } = await import(
  `${process.env.LIGHTHOUSE ?? "lighthouse"}/core/index.js`
);
const program = await startProgram({
  env: {
    NODE_ENV: "production",
    ALLOW_BUILTIN_PAYMENTS: "1",
    SEED: "demo",
    ALLOW_DEMO_DATA: "1",
    LOG_LEVEL: "error",
  },
});
const port = await freePort();
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? "",
  args: ["--no-sandbox", "--disable-quic", `--remote-debugging-port=${port}`],
});
try {
  for (const path of paths) {
    const reports: Report["lhr"][] = [];
    for (let run = 0; run < runs; run++) {
      const { lhr } = await lighthouse(program.url + path, { port, onlyCategories: categories });
      reports.push(lhr);
    }
    const middle = (value: (report: Report["lhr"]) => number) =>
      reports.map(value).sort((a, b) => a - b)[Math.floor(runs / 2)];
    const audit = (name: string) =>
      middle(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
    console.log(
      JSON.stringify({
        path,
        runs,
        ...Object.fromEntries(
          categories.map((name) => [name, middle((report) => report.categories[name]?.score ?? 0)]),
        ),
        first_contentful_paint_ms: Math.round(audit("first-contentful-paint") ?? 0),
        largest_contentful_paint_ms: Math.round(audit("largest-contentful-paint") ?? 0),
        total_blocking_ms: Math.round(audit("total-blocking-time") ?? 0),
        layout_shift: audit("cumulative-layout-shift"),
        transferred_bytes: audit("total-byte-weight"),
      }),
    );
  }
} finally {
  await browser.close();
  await program.stop();
  await removeFolder(program.dataDir);
}
