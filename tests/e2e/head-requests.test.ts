import http from "node:http";
import { describe, expect, test } from "vitest";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly bytes: number;
}

/** Headers that differ between any two answers: date, request id, and body framing, which HEAD lacks. */
const ofOneAnswer = new Set(["date", "x-request-id", "transfer-encoding"]);

function ask(method: "GET" | "HEAD", url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = encoding ? { "Accept-Encoding": encoding } : {};
    const request = http.request(url, { method, headers }, (response) => {
      let bytes = 0;
      response.on("data", (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        const reported = Object.entries(response.headers).filter(
          ([name]) => !ofOneAnswer.has(name),
        );
        const policy = String(response.headers["content-security-policy"]);
        resolve({
          status: response.statusCode,
          headers: {
            ...Object.fromEntries(reported),
            // Every answer has a nonce of its own.
            "content-security-policy": policy.replace(/'nonce-[^']+'/g, "'nonce'"),
          },
          bytes,
        });
      });
    });
    request.on("error", reject);
    request.end();
  });
}

describe("HEAD", { timeout: 60_000 }, () => {
  const { program } = useProgram();

  async function addresses(): Promise<string[]> {
    const { url } = program();
    const html = await (await fetch(url)).text();
    const [script] = /\/assets\/[\w-]+\.js/.exec(html) ?? [];
    const [style] = /\/assets\/[\w-]+\.css/.exec(html) ?? [];
    await asSeed()`update products set slug = 'mug-ngopi-nanti' where slug = 'mug-ngopi-dulu'`;
    await expect
      .poll(async () => (await fetch(`${url}/item/mug-ngopi-dulu`, { redirect: "manual" })).status)
      .toBe(301);
    return [
      ...["/", "/en", "/Shop?category=mug", "/item/mug-ngopi-nanti", "/Auth", "/Faq", "/Cart"],
      ...["/tidak/ada", "/en/item/tidak-ada", "/assets/tidak-ada.js", "/api/tidak-ada"],
      ...["/item/mug-ngopi-dulu", "/dashboard", "/en/admin/Orders", "/Checkout"],
      ...["/Shop.data", "/en/item/mug-daun-monstera.data", "/_.data", "/dashboard.data"],
      ...["/robots.txt", "/sitemap.xml", "/api/suggestions?q=mug", "/social/shop.jpg"],
      ...[script ?? "no script", style ?? "no style"],
      ...["/favicon.ico", "/manifest.webmanifest", "/healthz"],
    ];
  }

  test("has the status and the headers of GET and no body: pages, data, assets, redirects, 404", async () => {
    for (const address of await addresses()) {
      for (const encoding of ["", "gzip", "br, gzip"]) {
        const url = program().url + address;
        let shown = await ask("GET", url, encoding);
        const head = await ask("HEAD", url, encoding);
        // The page store may have packed the page better in between.
        if (shown.headers["content-encoding"] !== head.headers["content-encoding"]) {
          shown = await ask("GET", url, encoding);
        }
        const what = `${address} with ${encoding || "no encoding"}`;
        expect(head.bytes, what).toBe(0);
        // The nonce compresses to more or fewer bytes each time.
        const isZippedPage =
          shown.headers["content-encoding"] &&
          String(shown.headers["content-type"]).startsWith("text/html");
        const lengths = [shown, head].map(({ headers }) => Number(headers["content-length"]));
        if (isZippedPage) {
          expect(Math.abs((lengths[0] ?? 0) - (lengths[1] ?? 0)), what).toBeLessThan(64);
          head.headers["content-length"] = shown.headers["content-length"];
        }
        expect({ what, ...head }).toEqual({ what, ...shown, bytes: 0 });
        if (shown.headers["content-length"] !== undefined) {
          expect(Number(shown.headers["content-length"]), what).toBe(shown.bytes);
        }
      }
    }
  });
});
