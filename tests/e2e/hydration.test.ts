import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { hasBrowser, signIn, useChromium } from "#tests/support/browser/browser.ts";
import { openEngine, otherEngines } from "#tests/support/browser/other-engine.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";

interface Entry {
  readonly path?: string;
  readonly children?: readonly Entry[];
}

const pathsOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [`/${path.replace(/^\//, "")}`]),
    ...pathsOf(children),
  ]);
/** The addresses in Indonesian, as the route table writes them; English pages come from the same files. */
const patterns = pathsOf(routes).filter((path) => !/^\/en(\/|$)/.test(path) && path !== "/*");
const designed = [
  "/item/kaos-nama-tim",
  "/item/kaos-nama-tim/Design",
  "/item/kaos-nama-tim/Roster",
];

function patternOf(path: string): string | undefined {
  const [match] =
    matchRoutes(
      patterns.map((pattern) => ({ path: pattern })),
      path,
    ) ?? [];
  return match?.route.path;
}

/** One address of each route: those without parameters, and what `open` finds linked. */
async function openEach(
  start: readonly string[],
  open: (path: string) => Promise<readonly string[]>,
): Promise<number> {
  const opened = new Set<string>();
  const waiting = [...start];
  for (const path of waiting) {
    const pattern = patternOf(path);
    if (pattern === undefined || opened.has(pattern)) continue;
    opened.add(pattern);
    waiting.push(...(await open(path)));
  }
  return opened.size;
}

const fixed = patterns.filter((path) => !path.includes(":"));
const people = [
  ["a visitor", undefined, /^\/(?!admin|dashboard|api)/, 20],
  ["a customer", "customer@etalase.test", /^\/(dashboard|Checkout|Address|SetDetails|Success)/, 9],
  ["an administrator", "admin@etalase.test", /^\/admin/, 80],
] as const;

describe.runIf(hasBrowser && isWholeRun)("hydration", { timeout: 600_000 }, () => {
  const { program } = useProgram();
  const chromium = useChromium({ showsPictures: true });

  test.each(people)(
    "of each page of %s reports nothing in Chromium",
    async (_, who, below, count) => {
      const { page, complaints } = await chromium.open();
      if (who) await signIn(page, program().url, who);
      const noted: string[] = [];
      page.on("console", (message) => {
        // The sample page has a picture that does not exist.
        if (message.location().url.includes("/none/none.")) return;
        if (message.type() === "error" || message.type() === "warning") noted.push(message.text());
      });
      const faults: string[] = [];
      const opened = await openEach(
        [...designed, ...fixed].filter((path) => below.test(path)),
        async (path) => {
          const answer = await page.request.get(`${program().url}${path}`, { maxRedirects: 0 });
          const isPage =
            answer.status() === 200 && /text\/html/.test(answer.headers()["content-type"] ?? "");
          if (!isPage) return [];
          await page.goto(`${program().url}${path}`);
          await page.waitForSelector("html[data-alive]");
          faults.push(
            ...[...complaints.splice(0), ...noted.splice(0)].map((text) => `${path}: ${text}`),
          );
          const links = await page
            .locator("a[href^='/']")
            .evaluateAll((found) =>
              found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
            );
          return links.filter((link) => below.test(link));
        },
      );
      expect(faults).toEqual([]);
      console.log(`${opened} routes opened`);
      expect(opened).toBeGreaterThan(count);
    },
  );

  test.each(otherEngines)(
    "of public pages and of an account reports nothing in $engine",
    async ({ engine, isInstalled }) => {
      if (!isInstalled) return;
      const page = await openEngine(engine);
      // The drawing board changes its own address while the next page is opened; Firefox then aborts that navigation.
      const openWithRetry = (address: string) =>
        page.open(address).catch((error: unknown) => {
          if (!String(error).includes("NS_BINDING_ABORTED")) throw error;
          return page.open(address);
        });
      try {
        for (const path of [...designed, ...fixed.filter((path) => people[0][2].test(path))]) {
          const { headers, status } = await fetch(`${program().url}${path}`, {
            redirect: "manual",
          });
          if (status === 200 && /text\/html/.test(headers.get("content-type") ?? ""))
            await openWithRetry(`${program().url}${path}`);
        }
        // The next page is opened while the router still fetches routes.
        const isAborted = (text: string) =>
          text.startsWith("Failed to fetch manifest patches AbortError");
        expect(page.complaints.filter((text) => !isAborted(text))).toEqual([]);
      } finally {
        await page.close();
      }
    },
  );
});
