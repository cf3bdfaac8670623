import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { sharedPages } from "#server/pages/page-key.ts";
import { hasBrowser, settled, useChromium } from "#tests/support/browser/browser.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

interface Answer {
  readonly status: number | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends exactly this: `fetch` would tidy the address and add headers. */
function ask(
  url: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
  method = "GET",
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          body: Buffer.concat(pieces),
        }),
      );
    });
    request.on("error", reject);
    request.end();
  });
}

const hashOf = (body: Buffer) => createHash("sha256").update(body).digest("hex").slice(0, 12);
const seed = 20_261_126;

describe("the page store", { timeout: 60_000 }, () => {
  const { program } = useProgram();
  const stored = async (path: string, headers = {}) => {
    await ask(program().url, path, headers);
    return ask(program().url, path, headers);
  };

  test("nothing that a visitor sends changes a page or is seen by the next", async () => {
    console.log(`seed ${seed}`);
    const random = new SeededRandom(seed);
    const [{ slug: collection }] = await asSeed()<[{ slug: string }]>`
      insert into collections (id, slug, name, kind, published)
      values (gen_random_uuid(), 'kado', '{"id": "Kado", "en": ""}', 'rule', true) returning slug`;
    // The home page links the collection after the job has filled it.
    await expect
      .poll(async () => (await ask(program().url, "/")).body.includes("/Collections/kado"), {
        timeout: 20_000,
      })
      .toBe(true);
    await asSeed().begin(async (sql) => {
      await sql`set local shop.actor = 'job:tests'`;
      await sql`insert into site_documents (kind, key) values ('page', 'p-uji')`;
      await sql`insert into site_slugs (slug, document_id) values ('cara-cuci', 'page:p-uji')`;
      const text = { id: "Uji", en: "" };
      const body = { title: text, description: text, text, in_sitemap: true };
      await sql`
        insert into site_versions (document_id, version, body) values ('page:p-uji', 1, ${sql.json(body)})`;
      await sql`update site_documents set published_version = 1 where id = 'page:p-uji'`;
      await sql`select private.apply_site('page:p-uji')`;
    });
    const slugs: Record<string, string> = {
      "/item/:slug": "mug-ngopi-dulu",
      "/Collections/:slug": collection,
      "/Pages/:slug": "cara-cuci",
    };
    const paths = sharedPages.flatMap(({ path }) => {
      const own = path.replace(":slug", slugs[path] ?? "");
      return [own, own === "/" ? "/en" : `/en${own}`];
    });
    const canary = `canary${random.pick(["a", "b", "c"])}7913`;
    const names = [
      ...["Cookie", "Authorization", "X-Forwarded-Host", "X-Forwarded-For", "X-Forwarded-Proto"],
      ...["Forwarded", "Accept-Language", "User-Agent", "Referer", "Origin", "X-Original-URL"],
      ...["X-Rewrite-URL", "X-Host", "X-HTTP-Method-Override", "Accept", "Sec-Purpose", "Range"],
    ];
    const differing: unknown[] = [];
    for (const path of paths) {
      const bare = await stored(path);
      expect([path, bare.status]).toEqual([path, 200]);
      for (let n = 0; n < 9; n++) {
        const name = random.pick(names);
        const headers = { [name]: canary, Host: random.pick([`${canary}.test`, "localhost"]) };
        const mark = random.pick(["", `?utm_source=${canary}`, `?fbclid=${canary}`]);
        const spelt = random.pick([path, path.toLowerCase()]);
        const answer = await ask(program().url, spelt + mark, headers);
        const shown = JSON.stringify(answer.headers) + answer.body.toString();
        if (hashOf(answer.body) !== hashOf(bare.body) || shown.includes(canary)) {
          differing.push({ path, spelt, mark, headers, status: answer.status });
        }
      }
      // What is no spelling of a page is not kept under its name.
      for (const odd of [`${path}/`, `${path}?__proto__=${canary}`, `${path};${canary}=1`]) {
        await stored(odd.replace("//", "/"), { Cookie: canary });
      }
      const after = await ask(program().url, path);
      if (hashOf(after.body) !== hashOf(bare.body)) differing.push({ path, after: true });
    }
    expect(differing).toEqual([]);
  });

  test("a page is the same in every encoding, and each has a tag of its own", async () => {
    const path = "/item/mug-ngopi-dulu";
    const bare = await stored(path);
    const better = async () =>
      (await ask(program().url, path, { "Accept-Encoding": "br" })).headers["content-encoding"];
    await expect.poll(better).toBe("br");
    const bodies = {
      gzip: gunzipSync,
      br: brotliDecompressSync,
      zstd: zstdDecompressSync,
    };
    const tags = new Set([bare.headers.etag]);
    for (const [encoding, decompress] of Object.entries(bodies)) {
      const answer = await ask(program().url, path, { "Accept-Encoding": encoding });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(Number(answer.headers["content-length"])).toBe(answer.body.length);
      expect(hashOf(decompress(answer.body))).toBe(hashOf(bare.body));
      tags.add(answer.headers.etag);
      const again = await ask(program().url, path, {
        "Accept-Encoding": encoding,
        "If-None-Match": `"x", ${answer.headers.etag}`,
      });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      const head = await ask(program().url, path, { "Accept-Encoding": encoding }, "HEAD");
      const of = ({ headers: { date, "x-request-id": id, ...headers } }: Answer) => headers;
      expect(of(head)).toEqual(of(answer));
      expect(head.body).toHaveLength(0);
    }
    expect(tags.size).toBe(4);
  });

  test("a change of a product shows on its page and its list, and its old tag counts no more", async () => {
    const path = "/en/item/mug-ngopi-dulu";
    const before = await stored(path);
    await stored("/en/Shop?category=mug");
    const name = `Mug ${randomUUID()}`;
    await asSeed()`
      update products set name = name || ${asSeed().json({ en: name })} where slug = 'mug-ngopi-dulu'`;
    for (const one of [path, "/en/Shop?category=mug"]) {
      await expect
        .poll(async () => (await ask(program().url, one)).body.includes(name), { timeout: 5_000 })
        .toBe(true);
    }
    const asked = { "If-None-Match": String(before.headers.etag) };
    expect((await ask(program().url, path, asked)).status).toBe(200);
  });

  test("a page whose product is gone is not found", async () => {
    const path = "/item/mug-pelan-pelan";
    expect((await stored(path)).status).toBe(200);
    await asSeed()`update products set status = 'archived' where slug = 'mug-pelan-pelan'`;
    await expect
      .poll(async () => (await ask(program().url, path)).status, { timeout: 5_000 })
      .toBe(404);
  });
});

describe.runIf(hasBrowser)("pages of the store in the browser", { timeout: 60_000 }, () => {
  const chromium = useChromium();
  const { program } = useProgram();

  test("the policy lets their scripts run and stops one that came in", async () => {
    const { page, complaints } = await chromium.open();
    const visit = async (path: string) => {
      await page.goto(program().url + path);
      await page.waitForSelector("html[data-alive]");
      await settled(page);
    };
    for (const path of ["/", "/Shop", "/item/mug-ngopi-dulu", "/Cart", "/Faq", "/en/About"]) {
      await ask(program().url, path);
      await visit(path);
    }
    expect(complaints).toEqual([]);
    await page.route("**/Shop", async (route) => {
      const answer = await route.fetch();
      const html = (await answer.text()).replace(
        "</body>",
        "<script>window.stolen = true</script></body>",
      );
      await route.fulfill({ response: answer, body: html });
    });
    await visit("/Shop");
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
    expect(complaints.join()).toContain("Content Security Policy");
  });
});
