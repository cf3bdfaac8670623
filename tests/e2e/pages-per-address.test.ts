import { get as getFrom, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type Program, removeFolder, startProgram } from "#tests/support/runner/program.ts";

/* Visitors on the internet: the test is the proxy in front of the shop, which names their addresses. */

const budget = 30;
const [crawler, home, monitor, blocked] = ["36.70.0.1", "36.70.0.2", "36.71.1.1", "36.72.0.9"];
let program: Program;

beforeAll(async () => {
  program = await startProgram({
    env: {
      TRUSTED_PROXIES: "127.0.0.1,::1",
      PAGES_PER_ADDRESS: String(budget),
      UNLIMITED_ADDRESSES: "36.71.0.0/16",
      BLOCKED_ADDRESSES: "36.72.0.0/24",
      REQUEST_LOG: "1",
      LOG_LEVEL: "info",
    },
  });
}, 60_000);
afterAll(async () => {
  await program.stop();
  await removeFolder(program.dataDir);
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

function get(path: string, from: string, headers = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = getFrom(
      `${program.url}${path}`,
      { headers: { ...headers, "X-Forwarded-For": from } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        );
      },
    );
    asked.on("error", reject);
  });
}

/** Opens one page after the other until one is refused, twice the budget at most. Those of the page store do not count. */
async function crawl(path: string, from: string): Promise<{ opened: number; last: Answer }> {
  for (let opened = 0; ; opened++) {
    const last = await get(`${path}?q=${opened}`, from);
    if (last.status === 429 || opened > 2 * budget) return { opened, last };
  }
}

test("a crawler uses its budget up and reads in its language when to come back", async () => {
  const { opened, last } = await crawl("/Faq", crawler);
  expect(opened).toBeGreaterThanOrEqual(budget);
  expect(opened).toBeLessThan(2 * budget);
  expect(last.headers["retry-after"]).toBe("6");
  expect(last.headers["content-type"]).toMatch(/^text\/html/);
  expect(last.text).toContain('<html lang="id">');
  expect(last.text).toContain("Terlalu banyak halaman dibuka dari jaringan Anda");
  const english = await crawl("/en/Faq", crawler);
  expect(english.last.text).toContain('<html lang="en">');
  expect(english.last.text).toContain("Too many pages were opened from your network");
});

test("others go on, and so do the crawler's files and its network's neighbours", async () => {
  const { last } = await crawl("/Faq", crawler);
  expect(last.status).toBe(429);
  expect((await get("/Faq", home)).status).toBe(200);
  expect((await get("/_build.json", crawler)).status).toBe(200);
  expect((await get("/healthz", crawler)).status).toBe(200);
});

test("an open page that asks for the next one gets a code", async () => {
  const { last } = await crawl("/Faq.data", crawler);
  expect(last.status).toBe(429);
  expect(JSON.parse(last.text).error.code).toBe("too_many_requests");
});

test("an address of the allow list has no budget", async () => {
  const { opened } = await crawl("/Faq", monitor);
  expect(opened).toBeGreaterThan(2 * budget);
});

test("a private address has no budget, for it may be a proxy that nobody named", async () => {
  const { opened } = await crawl("/Faq", "10.1.2.3");
  expect(opened).toBeGreaterThan(2 * budget);
});

test("an address of the block list gets nothing, no websocket either", async () => {
  const page = await get("/Shop", blocked, { "Accept-Language": "en" });
  expect(page.status).toBe(403);
  expect(JSON.parse(page.text).error).toEqual({
    code: "address_blocked",
    message: "This shop blocks your network address. Contact the shop if this is a mistake.",
  });
  expect((await get("/rest/v1/", blocked)).status).toBe(403);
  const open = (from: string) =>
    new Promise<string>((resolve) => {
      const url = `${program.url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0`;
      const socket = new WebSocket(url, { headers: { "X-Forwarded-For": from } });
      socket.once("error", ({ message }) => resolve(message));
      socket.once("unexpected-response", (_, { statusCode }) => resolve(String(statusCode)));
    });
  expect(await open(blocked)).toMatch(/socket hang up|ECONNRESET/);
  // Another one is told why: it has no key.
  expect(await open(home)).toBe("401");
});

test("REQUEST_LOG writes a line for each request but probes, without the address", async () => {
  const { headers } = await get("/Shop?q=rahasia", home);
  await get("/readyz", home);
  await get("/Faq", home);
  const lines = () =>
    program
      .output()
      .split("\n")
      .filter((line) => line.includes('"msg":"request"'));
  await expect.poll(() => lines().some((line) => line.includes('"path":"/Faq"'))).toBe(true);
  const [line] = lines().filter((one) => one.includes(String(headers["x-request-id"])));
  expect(JSON.parse(line ?? "{}")).toMatchObject({
    level: 30,
    method: "GET",
    path: "/Shop",
    status: 200,
  });
  expect(lines().some((one) => one.includes("/readyz"))).toBe(false);
  expect(lines().some((one) => one.includes(home) || one.includes("rahasia"))).toBe(false);
});
