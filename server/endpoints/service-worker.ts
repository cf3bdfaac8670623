import { Hono } from "hono";
import { languages, localPath } from "#base/language.ts";
import { findMerchant } from "#shop/merchant/find-merchant.server.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { offlinePage } from "./offline-page.ts";

const pages = languages.map((language) => ({ language, path: localPath(language, "/offline") }));

/**
 * `/sw.js`, and the offline pages that it shows when a page cannot be fetched. It caches only these pages: no
 * personal page, no answer of the backend. It does not handle requests for a page's resources.
 * @param buildId a new build installs a new worker, which deletes the old one's cache
 */
export function serviceWorkerEndpoint(buildId: string): Hono<Facts> {
  const endpoint = new Hono<Facts>();
  const script = workerOf(buildId);
  endpoint.get("/sw.js", (c) => {
    c.header("Content-Type", "text/javascript; charset=utf-8");
    c.header("Cache-Control", "no-cache");
    // A worker has the policy of its script's response.
    c.header("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
    return c.body(script);
  });
  for (const { language, path } of pages) {
    endpoint.get(path, async (c) => {
      c.header("Cache-Control", "no-cache");
      return c.html(offlinePage(language, (await findMerchant()).name, c.get("nonce")));
    });
  }
  return endpoint;
}

function workerOf(buildId: string): string {
  return `"use strict";
const kept = "offline-${buildId}";
const pages = ${JSON.stringify(pages.map(({ path }) => path))};

addEventListener("install", (event) => {
  const asked = pages.map((page) => new Request(page, { cache: "reload", credentials: "omit" }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(asked)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
    // The page is fetched while the worker starts, so that the worker causes no delay.
    if (registration.navigationPreload) await registration.navigationPreload.enable();
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate" || request.method !== "GET") return;
  event.respondWith((async () => {
    try {
      return (await event.preloadResponse) || (await fetch(request));
    } catch (failure) {
      const isEnglish = /^\\/en(\\/|$)/.test(new URL(request.url).pathname);
      const page = await caches.match(isEnglish ? "/en/offline" : "/offline");
      if (!page) throw failure;
      return page;
    }
  })());
});
`;
}
