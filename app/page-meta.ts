import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import type { PublicConfig } from "#app/context.ts";
import { languages, localPath, plainPath } from "#base/language.ts";
import type { Merchant } from "#shop/settings/merchant/merchant.ts";
import { frameOf } from "./error-frame.ts";
import { languageOf } from "./language.ts";

/** The part of a route's meta arguments that these functions need. */
export interface MetaSource {
  readonly location: { readonly pathname: string; readonly search: string };
  readonly matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[];
  readonly error?: unknown;
}

interface PageWords {
  readonly title: string;
  readonly description?: string;
  /** The page's own address when it differs from the requested one, e.g. a slug instead of an id. */
  readonly path?: string;
  /** The picture of a shared page, 1200 × 630; starts with a slash. */
  readonly picture?: string;
  readonly type?: "website" | "product";
  /** For visitors, not for search engines. */
  readonly hidden?: boolean;
  /**
   * Browsers share a page's canonical address instead of its own: an address with a secret, or none at all, gets no
   * canonical link.
   */
  readonly uncanonical?: boolean;
}

/** Other parameters change nothing that a search engine should list. */
const canonicalParams = ["category", "page"];

export function pageMeta(source: MetaSource, page: PageWords): MetaDescriptor[] {
  const { pathname, search } = source.location;
  const language = languageOf(pathname);
  const path = (page.path ?? plainPath(pathname)).toLowerCase();
  const query = canonicalQuery(search);
  const address = (inLanguage: (typeof languages)[number]) =>
    `${origin}${localPath(inLanguage, path)}${query}`;
  const { publicUrl: origin, name } = rootOf(source);
  const title = name && name !== page.title ? `${page.title} · ${name}` : page.title;

  return [
    { title },
    ...(page.description ? [{ name: "description", content: page.description }] : []),
    ...(page.uncanonical ? [] : [{ tagName: "link", rel: "canonical", href: address(language) }]),
    ...(page.hidden
      ? [{ name: "robots", content: "noindex" }]
      : [
          ...languages.map((other) => ({
            tagName: "link",
            rel: "alternate",
            hrefLang: other,
            href: address(other),
          })),
          { tagName: "link", rel: "alternate", hrefLang: "x-default", href: address("id") },
        ]),
    { property: "og:title", content: page.title },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:site_name", content: name },
    { property: "og:url", content: address(language) },
    { property: "og:locale", content: language === "id" ? "id_ID" : "en_GB" },
    ...(page.description ? [{ property: "og:description", content: page.description }] : []),
    // A page that failed before its own address was known has no canonical link.
    ...(origin
      ? [{ property: "og:image", content: origin + (page.picture ?? "/social/shop.jpg") }]
      : []),
  ];
}

const statusMessages: Readonly<Record<number, string>> = {
  403: "Forbidden",
  404: "Page Not Found",
  503: "Service Unavailable",
};

/** For pages that name no title, and for those that failed. */
export function fallbackMeta(source: MetaSource): MetaDescriptor[] {
  if (source.error !== undefined) {
    const status = isRouteErrorResponse(source.error) ? source.error.status : 500;
    const message = statusMessages[status] ?? "Internal Server Error";
    return pageMeta(source, { title: `${status} ${message}`, hidden: true, uncanonical: true });
  }
  return pageMeta(source, {
    title: titleFromPath(plainPath(source.location.pathname)) || rootOf(source).name,
  });
}

/** `/dashboard/my-orders` → `My Orders` */
function titleFromPath(path: string): string {
  const segment = path.split("/").filter(Boolean).at(-1) ?? "";
  const words = segment
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(" ");
}

function canonicalQuery(search: string): string {
  const asked = new URLSearchParams(search);
  const allowed = new URLSearchParams();
  for (const name of canonicalParams) {
    const value = asked.get(name);
    if (value) allowed.set(name, value.toLowerCase());
  }
  return allowed.size > 0 ? `?${allowed}` : "";
}

/** The root loader's data: the site's address and the merchant's name. */
function rootOf(source: MetaSource): { publicUrl: string; name: string } {
  const loaded = source.matches.find((match) => match?.id === "root")?.loaderData as
    | { publicConfig: PublicConfig; merchant: Merchant }
    | undefined;
  const root = loaded ?? frameOf(source.error);
  if (!root) return { publicUrl: "", name: "" };
  return { publicUrl: root.publicConfig.publicUrl, name: root.merchant.name };
}
