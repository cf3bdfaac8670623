import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchPublicFile } from "./fetch-public-file.server.ts";
import { isPublicAddress } from "./public-address.ts";

const limits = { maxBytes: 1_000, timeoutMs: 5_000, accept: "image/png" };
const local = { ...limits, isAllowed: () => true };

let origin = "";
let requests = 0;
const pages: Readonly<Record<string, RequestListener>> = {
  "/picture": (_, answer) => answer.end("picture"),
  "/moved": (_, answer) => answer.writeHead(302, { location: "/picture" }).end(),
  "/inside": (_, answer) => answer.writeHead(302, { location: "http://169.254.169.254/" }).end(),
  "/round": (_, answer) => answer.writeHead(302, { location: "/round" }).end(),
  "/file": (_, answer) => answer.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/large": (_, answer) =>
    answer.writeHead(200, { "content-length": "1001" }).end("a".repeat(1001)),
  "/endless": (_, answer) => {
    answer.writeHead(200);
    const more = () => answer.write("a".repeat(400)) && setImmediate(more);
    answer.on("close", () => answer.destroy());
    more();
  },
  "/silent": () => undefined,
};
const server = createServer((request, answer) => {
  requests++;
  const page = pages[request.url ?? ""];
  if (page) page(request, answer);
  else answer.writeHead(404).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a file is downloaded, also after a redirect", async () => {
  for (const path of ["/picture", "/moved"]) {
    const found = await fetchPublicFile(`${origin}${path}`, local);
    expect(found.ok && Buffer.from(found.value).toString()).toBe("picture");
  }
});

test.each([
  ["/none", "address_refused"],
  ["/round", "address_refused"],
  ["/file", "address_invalid"],
  ["/large", "picture_too_many_bytes"],
  ["/endless", "picture_too_many_bytes"],
] as const)("%s is refused as %s", async (path, problem) => {
  expect(await fetchPublicFile(`${origin}${path}`, local)).toEqual({ ok: false, problem });
});

test("a server without a response causes a timeout", async () => {
  const found = await fetchPublicFile(`${origin}/silent`, { ...local, timeoutMs: 100 });
  expect(found).toEqual({ ok: false, problem: "address_too_slow" });
});

describe("without a connection", () => {
  test.each([
    "http://127.0.0.1",
    "http://2130706433",
    "http://0x7f.1",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://localhost",
  ])("%s is refused", async (address) => {
    const before = requests;
    const { port } = new URL(origin);
    expect(await fetchPublicFile(`${address}:${port}/picture`, limits)).toEqual({
      ok: false,
      problem: "address_not_public",
    });
    expect(requests).toBe(before);
  });

  test("a redirect into a private network is refused", async () => {
    const isAllowed = (address: string) => address.startsWith("127.") || isPublicAddress(address);
    const found = await fetchPublicFile(`${origin}/inside`, { ...limits, isAllowed });
    expect(found).toEqual({ ok: false, problem: "address_not_public" });
  });

  test.each(["ftp://contoh.example/a", "file:///etc/passwd", "gambar.jpg", "javascript:1"])(
    "%s is not a web address",
    async (address) => {
      const found = await fetchPublicFile(address, limits);
      expect(found).toEqual({ ok: false, problem: "address_invalid" });
    },
  );
});

test("private, reserved and IPv4-embedding addresses are not public", () => {
  const closed = [
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
  ];
  const closed6 = [
    "::1",
    "::",
    "fc00::1",
    "fe80::1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ];
  for (const address of [...closed, ...closed6, "no address"])
    expect(isPublicAddress(address)).toBe(false);
  for (const address of ["8.8.8.8", "2606:4700::1111"]) expect(isPublicAddress(address)).toBe(true);
});
