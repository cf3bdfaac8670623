import { Hono } from "hono";
import type { Config } from "#base/config.server.ts";
import { type Language, languages, localPath } from "#base/language.ts";
import { type IndexedPage, listIndexedPages } from "#shop/catalogue/list-addresses.server.ts";

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
  "/admin",
  "/dashboard",
  "/checkout",
  "/address",
  "/cart",
  "/success",
  "/auth",
  "/unsubscribe",
  "/subscribe",
];

/**
 * `/robots.txt` and `/sitemap.xml` (sitemaps.org, with each page's alternate in the other language, as Google
 * reads them).
 */
export function searchEngineEndpoint(config: Config): Hono {
  const endpoint = new Hono();
  endpoint.get("/robots.txt", (c) => {
    c.header("Cache-Control", "public, max-age=3600");
    const rules = closed.flatMap((path) =>
      languages.map((language) => `Disallow: ${localPath(language, path)}`),
    );
    return c.text(
      ["User-agent: *", ...rules, "", `Sitemap: ${config.publicUrl}/sitemap.xml`, ""].join("\n"),
    );
  });
  endpoint.get("/sitemap.xml", async (c) => {
    const pages: IndexedPage[] = [
      ...fixedPages.map((path) => ({ path, changed: null })),
      ...(await listIndexedPages()),
    ];
    const entries = pages.flatMap((page) =>
      languages.map((language) => entry(config.publicUrl, page, language)),
    );
    c.header("Content-Type", "application/xml; charset=utf-8");
    c.header("Cache-Control", "public, max-age=3600");
    return c.body(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`);
  });
  return endpoint;
}

function entry(origin: string, { path, changed }: IndexedPage, language: Language): string {
  const address = (other: Language) => escaped(`${origin}${localPath(other, path)}`);
  const alternates = languages.map(
    (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${address(other)}"/>`,
  );
  const lastChange = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
  return `<url><loc>${address(language)}</loc>${lastChange}${alternates.join("")}</url>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
