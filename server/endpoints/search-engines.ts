import { Readable } from "node:stream";
import { Hono } from "hono";
import type { Config } from "#base/config-type.ts";
import { type Language, languages, localPath } from "#base/language.ts";
import {
  countShards,
  type IndexedPage,
  listIndexedPages,
  readShard,
} from "#shop/catalogue/list-addresses.server.ts";
import { listOwnPages } from "#shop/content/live-site.server.ts";

const fixedPages = [
  "/",
  "/shop",
  "/about",
  "/contact",
  "/faq",
  "/shippingandreturns",
  "/termsandconditions",
  "/privacypolicy",
];

/** Personal pages, and endpoints without readable content. */
const closed = [
  ...["/admin", "/dashboard", "/Checkout", "/Address", "/SetDetails", "/Cart", "/Buy", "/Success"],
  ...["/Auth", "/Unsubscribe", "/Subscribe"],
];

/**
 * `/robots.txt` and `/sitemap.xml` (sitemaps.org, with each page's alternate in the other language, as Google reads them). A
 * shop with more products than a sitemap may hold answers with an index of shards (docs/why/server.md).
 */
export function searchEngineEndpoint(config: Config): Hono {
  const endpoint = new Hono();
  const origin = config.publicUrl;
  endpoint.get("/robots.txt", (c) => {
    c.header("Cache-Control", "public, max-age=3600");
    // Paths in robots.txt are case-sensitive (RFC 9309), and the program answers both spellings.
    const spellings = new Set(closed.flatMap((path) => [path, path.toLowerCase()]));
    const rules = [...spellings].flatMap((path) =>
      languages.map((language) => `Disallow: ${localPath(language, path)}`),
    );
    return c.text(["User-agent: *", ...rules, "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n"));
  });
  endpoint.get("/sitemap.xml", async () => {
    const shards = await countShards();
    return shards === 1
      ? xml(urlset(origin, both(otherPages(), readShard(0, 1))))
      : xml(shardIndex(origin, shards));
  });
  endpoint.get("/sitemap-pages.xml", () => xml(urlset(origin, otherPages())));
  endpoint.get("/:name{sitemap-products-[0-9]+-of-[0-9]+[.]xml}", async (c) => {
    const [shard = 0, shards = 0] =
      c.req
        .param("name")
        .match(/[0-9]+/g)
        ?.map(Number) ?? [];
    // A crawler may still hold the index from before the shop grew or shrank.
    const known = await countShards();
    const isKnown = [known / 2, known, known * 2].includes(shards) && shards > 1;
    if (!isKnown || shard < 1 || shard > shards) return c.notFound();
    return xml(urlset(origin, readShard(shard - 1, shards)));
  });
  return endpoint;
}

type Pages = AsyncIterable<readonly IndexedPage[]>;

async function* otherPages(): Pages {
  yield fixedPages.map((path) => ({ path, changed: null }));
  yield await listIndexedPages();
  yield (await listOwnPages()).map((path) => ({ path, changed: null }));
}

async function* both(first: Pages, second: Pages): Pages {
  yield* first;
  yield* second;
}

/** @param parts of an XML document, made while they are sent */
function xml(parts: AsyncIterable<string> | Iterable<string>): Response {
  const bytes = Readable.from(parts, { objectMode: false });
  return new Response(Readable.toWeb(bytes) as ReadableStream, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = "http://www.sitemaps.org/schemas/sitemap/0.9";
/** Google's extension for pictures; other crawlers pass it over. */
const imageSchema = "http://www.google.com/schemas/sitemap-image/1.1";

function* shardIndex(origin: string, shards: number): Iterable<string> {
  yield `${declaration}<sitemapindex xmlns="${schema}">\n`;
  yield `<sitemap><loc>${origin}/sitemap-pages.xml</loc></sitemap>\n`;
  for (let shard = 1; shard <= shards; shard++) {
    yield `<sitemap><loc>${origin}/sitemap-products-${shard}-of-${shards}.xml</loc></sitemap>\n`;
  }
  yield "</sitemapindex>\n";
}

async function* urlset(origin: string, pages: Pages): AsyncIterable<string> {
  yield `${declaration}<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="${imageSchema}">\n`;
  for await (const some of pages) {
    const entries = some.flatMap((page) =>
      languages.map((language) => `${entry(origin, page, language)}\n`),
    );
    if (entries.length > 0) yield entries.join("");
  }
  yield "</urlset>\n";
}

function entry(
  origin: string,
  { path, changed, pictures = [] }: IndexedPage,
  language: Language,
): string {
  const address = (other: Language) => escaped(`${origin}${localPath(other, path)}`);
  const alternates = languages.map(
    (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${address(other)}"/>`,
  );
  const lastChange = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
  const images = pictures.map(
    (picture) => `<image:image><image:loc>${escaped(origin + picture)}</image:loc></image:image>`,
  );
  return `<url><loc>${address(language)}</loc>${lastChange}${alternates.join("")}${images.join("")}</url>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
