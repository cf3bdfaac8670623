import { afterEach, beforeEach, expect, test, vi } from "vitest";

let answers: Record<string, unknown> = {};
const asked: string[] = [];
beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (address: string, { signal }: { signal: AbortSignal }) => {
    asked.push(address);
    const answer = answers[address.replace(/\?.*/, "")];
    if (answer === "silent") {
      await new Promise((_, reject) => {
        signal.onabort = () => reject(signal.reason);
      });
    }
    return Response.json(answer ?? {}, { status: answer === undefined ? 404 : 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const load = async () => (await import("./custom-icons.ts")).loadIcon;
const body = '<path d="M0 0"/>';

test("icons requested at the same moment share one request, each icon once", async () => {
  answers = {
    "/api/_nuxt_icon/lucide.json": {
      prefix: "lucide",
      icons: { a: { body }, b: { body } },
      width: 24,
      height: 24,
    },
  };
  const icon = await load();
  const [a, b] = await Promise.all([icon("lucide:a"), icon("lucide:b")]);
  expect([a, b]).toEqual([
    { body, width: 24, height: 24 },
    { body, width: 24, height: 24 },
  ]);
  await icon("lucide:a");
  expect(asked).toEqual(["/api/_nuxt_icon/lucide.json?icons=a%2Cb"]);
});

test("invalid data is reported, renders nothing, and is requested again", async () => {
  answers = { "/api/_nuxt_icon/lucide.json": { prefix: "lucide", icons: { a: { body: "<a/>" } } } };
  const icon = await load();
  expect(await icon("lucide:a")).toBeUndefined();
  expect(await icon("nope:a")).toBeUndefined();
  expect(vi.mocked(console.error).mock.calls.map(([text]) => text)).toEqual([
    "Failed to load custom icons",
    "Failed to load custom icons",
  ]);
  answers = { "/api/_nuxt_icon/lucide.json": { prefix: "lucide", icons: { a: { body } } } };
  expect(await icon("lucide:a")).toMatchObject({ body });
});

test("a request to an endpoint times out after 1.5 seconds", async () => {
  const timeouts: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    timeouts.push(ms);
    const controller = new AbortController();
    queueMicrotask(() => controller.abort(new Error("timeout")));
    return controller.signal;
  });
  answers = { "/api/_nuxt_icon/lucide.json": "silent" };
  expect(await (await load())("lucide:a")).toBeUndefined();
  expect(timeouts).toEqual([1_500]);
});
