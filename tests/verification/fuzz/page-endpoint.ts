import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import routes from "#app/routes.ts";
import { jsonBody } from "./bodies.ts";
import type { Known } from "./function-endpoint.ts";
import type { Actor, FuzzRequest } from "./request.ts";
import {
  escaped,
  type FuzzRandom,
  mutate,
  oddly,
  oddValue,
  often,
  some,
  uuid,
  validValue,
} from "./values.ts";

interface RouteEntry {
  readonly path?: string;
  readonly children?: readonly RouteEntry[];
}

/** Every address of the route table. */
export const pages: readonly string[] = pathsOf(routes as readonly RouteEntry[]);

function pathsOf(entries: readonly RouteEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [entry.path.startsWith("/") ? entry.path : `/${entry.path}`] : []),
    ...pathsOf(entry.children ?? []),
  ]);
}

const otherEndpoints = [
  "/healthz",
  "/readyz",
  "/robots.txt",
  "/sitemap.xml",
  "/api/_nuxt_icon/lucide.json?icons=x,y",
  "/dev/mail",
  "/_build.json",
  "/webhooks/builtin",
  "/webhooks/midtrans",
  "/assets/nothing.js",
  "/metrics",
  "/_root.data",
  "/__manifest?paths=/Shop&version=x",
  "/pay/builtin/:id/confirm",
  "/pay/builtin/:id/challenge",
  "/dev/pay/:id",
];

/** The field names of the shop's forms, read from its sources. */
export function formNames(): { names: readonly string[]; intents: readonly string[] } {
  const app = path.join(import.meta.dirname, "..", "..", "..", "app");
  const names = new Set<string>();
  const intents = new Set<string>();
  for (const file of readdirSync(app, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(path.join(app, file), "utf8");
    for (const [, name] of source.matchAll(/(?:\.get\(|\bname=\{?)"([\w-]+)"/g))
      names.add(name ?? "");
    for (const [, intent] of source.matchAll(/(?:case |value=|intent === )"([\w-]+)"/g))
      intents.add(intent ?? "");
  }
  return { names: [...names], intents: [...intents] };
}

/** A request for a page or its data, or a form; by a visitor or with a person's cookie. */
export function pageRequest(
  random: FuzzRandom,
  actor: Actor,
  origin: string,
  forms: ReturnType<typeof formNames>,
  known: Known,
): FuzzRequest {
  const template = often(random, 0.1) ? random.pick(otherEndpoints) : random.pick(pages);
  const id = () =>
    random.pick([
      random.pick(known.slugs),
      random.pick([...known.orders, "x"]),
      uuid(random),
      escaped(String(oddValue(random))),
    ]);
  let address = template.replace(":id", id).replace(/\*$/, id);
  if (often(random, 0.25) && !address.includes("?")) {
    address = /^\/(en)?$/.test(address) ? `${address}_root.data` : `${address}.data`;
  }
  const words = some(
    random,
    [...forms.names, "page", "sort", "_routes", "index"],
    random.whole(0, 3),
  );
  if (words.length > 0) {
    const pairs = words.map(
      (name) => `${name}=${escaped(String(validValue(random, "text", 0.4)))}`,
    );
    address += (address.includes("?") ? "&" : "?") + pairs.join("&");
  }
  if (oddly(random, 0.06))
    address = `/${mutate(random, address.slice(1)).replace(/[^\x21-\x7e]/g, "%00")}`;
  const isForm = often(random, 0.25) || /^.(webhooks|pay|dev.pay)/.test(address);
  const headers: Record<string, string> = {};
  if (actor.cookie)
    headers.Cookie = oddly(random, 0.05)
      ? actor.cookie.slice(0, -random.whole(1, 60))
      : actor.cookie;
  if (often(random, 0.3)) headers["Accept-Encoding"] = "gzip";
  if (often(random, 0.3)) headers["Accept-Language"] = random.pick(["en", "id", "x;q=9"]);
  let body: string | Uint8Array | undefined;
  if (isForm) {
    headers.Origin = oddly(random, 0.1) ? "http://evil.test" : origin;
    headers["Sec-Fetch-Site"] = "same-origin";
    const given = Object.fromEntries(
      some(random, forms.names, random.whole(1, 12)).map((name) => [
        name,
        String(validValue(random, "text", 0.3)),
      ]),
    );
    if (forms.intents.length > 0 && often(random, 0.8)) given.intent = random.pick(forms.intents);
    if (!oddly(random, 0.4)) {
      headers["Content-Type"] = "application/x-www-form-urlencoded";
      body = Object.entries(given)
        .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
        .join("&");
    } else {
      const sent = jsonBody(random, given);
      headers["Content-Type"] = sent.type;
      body = sent.body;
    }
  }
  const method = isForm
    ? random.pick(["POST", "POST", "POST", "PUT", "PATCH", "DELETE"])
    : random.pick(["GET", "GET", "GET", "GET", "HEAD", "OPTIONS"]);
  return {
    endpoint: "pages",
    method,
    path: address,
    headers,
    ...(body === undefined ? {} : { body }),
  };
}
