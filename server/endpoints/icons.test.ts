import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { iconEndpoint } from "./icons.ts";

const asked: string[] = [];
const canary = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.end("{}");
}).listen(0, "127.0.0.1");
afterAll(() => void canary.close());

test("T33: an icon name reaches no other host and no file", async () => {
  const { port } = canary.address() as AddressInfo;
  const hosts = [
    ...[`127.0.0.1:${port}`, `[::1]:${port}`, `2130706433:${port}`, `0x7f000001:${port}`],
    ...["169.254.169.254/latest/meta-data", "localhost", "rebind.evil.test"],
  ];
  const names = [
    ...hosts.flatMap((host) => [`http://${host}/x`, `//${host}/x`, `@${host}`, `x@${host}`]),
    ...["file:///etc/passwd", "../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%00"],
  ];
  const endpoint = iconEndpoint({ iconHosts: [`http://127.0.0.1:${port}`] });
  for (const name of names) {
    for (const path of [`lucide.json?icons=${encodeURIComponent(name)}`, `${name}.json?icons=a`]) {
      const answer = await endpoint.request(`/api/_nuxt_icon/${path}`);
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
    }
  }
  expect(asked).toEqual([]);
});
