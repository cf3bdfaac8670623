import { readdirSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { languages, localPath } from "#base/language.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { Facts } from "../middleware/request-facts.ts";
import { cartNamesPath, offlinePage } from "./offline-page.ts";

/** More than a cart has lines. */
const maxNames = 100;

const pages = languages.map((language) => ({ language, path: localPath(language, "/offline") }));

/**
 * `/sw.js`, and the offline pages that it shows when a page cannot be fetched. It caches these pages, their two fonts, and
 * the names of what is in this device's cart: no personal page, no price. It does not handle other requests for a
 * page's resources.
 * @param buildId a new build installs a new worker, which deletes the old one's cache
 * @param clientFolder of the built scripts and fonts
 */
export function serviceWorkerEndpoint(buildId: string, clientFolder: string): Hono<Facts> {
  const endpoint = new Hono<Facts>();
  const fonts = textFonts(clientFolder);
  const script = workerOf(buildId, fonts);
  endpoint.get("/sw.js", (c) => {
    c.header("Content-Type", "text/javascript; charset=utf-8");
    c.header("Cache-Control", "no-cache");
    // A worker has the policy of its script's response.
    c.header("Content-Security-Policy", "default-src 'none'; connect-src 'self'; img-src 'self'");
    return c.body(script);
  });
  for (const { language, path: address } of pages) {
    endpoint.get(address, async (c) => {
      c.header("Cache-Control", "no-cache");
      return c.html(offlinePage(language, (await findMerchant()).name, c.get("nonce"), fonts));
    });
  }
  return endpoint;
}

/** Paths of the fonts that every page preloads; none while developing, when there is no build. */
function textFonts(clientFolder: string): readonly string[] {
  const folder = path.join(clientFolder, "assets");
  try {
    const files = readdirSync(folder).filter((name) =>
      /-(grotesque|sans)-text-.*\.woff2$/.test(name),
    );
    return files.map((name) => `/assets/${name}`);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  }
}

function workerOf(buildId: string, fonts: readonly string[]): string {
  return `"use strict";
const kept = "offline-${buildId}";
const fonts = ${JSON.stringify(fonts)};
const pages = ${JSON.stringify([...pages.map(({ path: address }) => address), ...fonts])};

// Names only: prices are the server's. A product's page asks for one line, so earlier names stay, up to a limit.
async function keepNames(answer) {
  const { lines } = await answer.json();
  const cache = await caches.open(kept);
  const known = await cache.match("${cartNamesPath}");
  const named = lines.map(({ variant_id, name, options }) => [variant_id, options ? name + ", " + options : name]);
  const before = Object.entries(known ? await known.json() : {}).filter(([id]) => !named.some(([other]) => other === id));
  const names = Object.fromEntries([...named, ...before].slice(0, ${maxNames}));
  await cache.put("${cartNamesPath}", new Response(JSON.stringify(names)));
}

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

// Notifications of staff (shop/office/notifications/push).
addEventListener("push", (event) => {
  const { title, body, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, data: path, icon: "/app-icon-192.png" }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (fonts.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((font) => font || fetch(request)));
    return;
  }
  if (request.method === "POST" && /^(\\/en)?\\/api\\/quote$/.test(pathname)) {
    event.respondWith((async () => {
      const answer = await fetch(request);
      if (answer.ok) event.waitUntil(keepNames(answer.clone()));
      return answer;
    })());
    return;
  }
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
