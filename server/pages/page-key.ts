import { languageOfPath, localPath, plainPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import {
  collectionViewParams,
  readCollectionView,
} from "#shop/catalogue/collections/collection-view.ts";
import { readShopFilter, shopFilterParams } from "#shop/catalogue/shop-filter.ts";
import { clickParam } from "#shop/orders/mail-clicks/click-mark.ts";

/** A page that is the same for everybody. */
interface SharedPage {
  /** As in app/routes.ts, in Indonesian; `:slug` is the last part of the address. */
  readonly path: string;
  /** What the page reads of its query, by name. */
  readonly reads: readonly string[];
  /** The same content has the same query, whatever was asked. */
  readonly query: (asked: URLSearchParams) => URLSearchParams;
}

const plain = (path: string): SharedPage => ({
  path,
  reads: [],
  query: () => new URLSearchParams(),
});

/** Pages in the page store (docs/why/server.md). A test compares this list with app/routes.ts. */
export const sharedPages: readonly SharedPage[] = [
  plain("/"),
  {
    path: "/Shop",
    reads: [
      ...["q", "category", "colour", "size", "personalisable", "sale", "in_stock", "min", "max"],
      ...["sort", "page", "after"],
    ],
    query: (asked) => shopFilterParams(readShopFilter(asked)),
  },
  {
    path: "/Collections/:slug",
    reads: ["sort", "page"],
    query: (asked) => collectionViewParams(readCollectionView(asked)),
  },
  {
    path: "/item/:slug",
    // A chosen variant, or the choice of a filtered list; links with other options are rarer than their combinations.
    reads: ["variant", "colour", "size"],
    query: (asked) => {
      const variant = asked.get("variant") ?? "";
      if (isUuid(variant)) return new URLSearchParams({ variant });
      const { colours, sizes } = readShopFilter(asked);
      const names = [
        ...colours.map((colour) => ["colour", colour]),
        ...sizes.map((size) => ["size", size]),
      ];
      return new URLSearchParams(names);
    },
  },
  ...["/Cart", "/About", "/Contact", "/Faq", "/PrivacyPolicy"].map(plain),
  ...["/ShippingAndReturns", "/TermsAndConditions", "/Pages/:slug"].map(plain),
];

const byPath = new Map(sharedPages.map((page) => [page.path.toLowerCase(), page]));

/** What advertisers and mails append to links. Pages do not read it; scripts do, from the address bar. */
const marks = new RegExp(
  `^(utm_[a-z]+|fbclid|gclid|gbraid|wbraid|msclkid|ttclid|igshid|${clickParam})$`,
);
/** The router may ask for the data of some of a page's routes only. */
const routeIds = /^[a-z]+(:[\w:/*.-]+)?(,[a-z]+(:[\w:/*.-]+)?){0,9}$/;
/** Characters; a search in the list has up to 100, each up to nine characters of the address. */
const longest = 1_500;

/**
 * The canonical address of what a request asks for, if it is a page that the store keeps: the path as the shop writes it, and
 * only what the page reads of the query. Requests with one key get the same bytes.
 * @param url path and query, as the request line has them
 * @returns undefined for what is rendered at each request: other pages, and addresses that no link of the shop has
 */
export function pageKeyOf(url: string): string | undefined {
  if (url.length > longest) return undefined;
  const mark = url.indexOf("?");
  const asked = mark < 0 ? url : url.slice(0, mark);
  const search = new URLSearchParams(mark < 0 ? "" : url.slice(mark));
  const isData = asked.endsWith(".data");
  const found = findPage(isData ? pathOfData(asked) : asked);
  if (!found) return undefined;
  for (const name of search.keys()) {
    const isRead = found.page.reads.includes(name) || (isData && name === "_routes");
    if (!isRead && !marks.test(name)) return undefined;
  }
  const query = found.page.query(search);
  if (!isData) return withQuery(found.path, query);
  const routes = search.get("_routes");
  if (routes !== null) {
    if (!routeIds.test(routes)) return undefined;
    query.set("_routes", routes);
  }
  return withQuery(`${found.path === "/" ? "/_" : found.path}.data`, query);
}

/** The page whose data an address asks for. */
function pathOfData(asked: string): string {
  if (asked === "/_.data") return "/";
  return asked === "/.data" ? "" : asked.slice(0, -".data".length);
}

/** The router ignores case; slugs have none. What needs decoding, or ends in a slash, is written by nobody. */
function findPage(asked: string): { page: SharedPage; path: string } | undefined {
  const lower = asked.toLowerCase();
  const language = languageOfPath(lower);
  const wanted = plainPath(lower);
  const local = (page: SharedPage, slug = "") => ({
    page,
    path: localPath(language, page.path.replace(":slug", slug)),
  });
  const exact = byPath.get(wanted);
  if (exact) return wanted === "/" && lower === "/en/" ? undefined : local(exact);
  const [, beginning, slug = ""] = /^(\/[a-z]+\/)([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(wanted) ?? [];
  const page = byPath.get(`${beginning}:slug`);
  return page && local(page, slug);
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size > 0 ? `${path}?${query}` : path;
}
