import * as v from "valibot";
import { inLanguage, type Language } from "#base/language.ts";
import { log } from "#base/log.server.ts";
import { asShop, asVisitor } from "#db/client.server.ts";
import { cached, withoutProducts } from "#shop/kernel/cache.server.ts";
import { type Banner, bannerSchema } from "./banner.ts";
import type { FixedPage } from "./document.ts";
import { type FaqQuestionGroup, faqSchema, readFaqText } from "./faq-page.ts";
import { homeSchema } from "./home-page.ts";
import { lookSchema, lookStyles, type ShownPicture, shownPicture } from "./look.ts";
import { footerMenuSchema, groupByColumn, headerMenuSchema, type MenuLink } from "./menu.ts";
import { pageSchema } from "./page.ts";
import { type PageSection, readPageText } from "./page-text.ts";
import { type ShownHome, shownHome } from "./shown-home.ts";
import { readSiteFile } from "./site-files.server.ts";

/** All published documents in one cached answer: there are few, and a page then needs no additional query. */
const readLive = cached(
  "site",
  async (): Promise<ReadonlyMap<string, LiveRow>> => {
    const rows = await asVisitor()<LiveRow[]>`
      select l.document_id, l.version, l.body, s.slug from site_live l
      left join site_slugs s on s.document_id = l.document_id and s.is_current`;
    return new Map(rows.map((row) => [row.document_id, row]));
  },
  withoutProducts,
);

interface LiveRow {
  readonly document_id: string;
  readonly version: number;
  readonly body: unknown;
  /** Of an own page. */
  readonly slug: string | null;
}

/** Undefined for a body that does not match the schema, e.g. of a later release, so that the page still renders. */
function parsed<const Schema extends v.GenericSchema>(
  schema: Schema,
  row: LiveRow | undefined,
): v.InferOutput<Schema> | undefined {
  if (!row) return undefined;
  const read = v.safeParse(schema, row.body);
  if (read.success) return read.output;
  log.warn({ document: row.document_id, version: row.version }, "a document cannot be read");
  return undefined;
}

/** The announcement in a language. */
export interface ShownBanner extends Omit<Banner, "text"> {
  readonly version: number;
  readonly text: string;
}

let last: ReadonlyMap<string, LiveRow> = new Map();

/** While the database is unavailable, the documents that were read last: the frame of every page needs some. */
async function readLiveOrLast(): Promise<ReadonlyMap<string, LiveRow>> {
  try {
    last = await readLive();
  } catch (error) {
    log.warn({ err: error }, "site documents could not be read; the last known ones are used");
  }
  return last;
}

/** The announcement; while the database is unavailable, the last one that was read. */
export async function findBanner(language: Language): Promise<ShownBanner | null> {
  const row = (await readLiveOrLast()).get("banner:main");
  const banner = parsed(bannerSchema, row);
  if (!row || !banner) return null;
  return { ...banner, version: row.version, text: inLanguage(banner.text, language) };
}

/** The parts of the look that every page renders. */
export interface ShownLook {
  readonly version: number;
  readonly ground: string;
  /** Null: the shop's name with its initial. */
  readonly logo: { readonly light: ShownPicture; readonly dark: ShownPicture } | null;
}

/** The look; while the database is unavailable, the last one that was read. Null: the built-in look. */
export async function findLook(): Promise<ShownLook | null> {
  const row = (await readLiveOrLast()).get("look:main");
  const look = parsed(lookSchema, row);
  if (!row || !look) return null;
  const light = shownPicture(look.logo_light) ?? shownPicture(look.logo_dark);
  const dark = shownPicture(look.logo_dark) ?? light;
  return {
    version: row.version,
    ground: look.ground,
    logo: light && dark ? { light, dark } : null,
  };
}

/** A picture of the published look; undefined where it has none. */
export async function findLookPicture(place: "sign" | "share"): Promise<Buffer | undefined> {
  const name = parsed(lookSchema, (await readLive()).get("look:main"))?.[place];
  return name ? readSiteFile(name) : undefined;
}

/**
 * The style sheet of a version of the look. Every version is served, because stored pages and other processes may still
 * link an earlier one.
 */
export const readLookStyles = cached(
  "look-styles",
  async (version: number): Promise<string | undefined> => {
    const [row] = await asShop()<{ body: unknown }[]>`
      select body from site_versions where document_id = 'look:main' and version = ${version}`;
    const read = v.safeParse(lookSchema, row?.body);
    return read.success ? lookStyles(read.output) : undefined;
  },
  withoutProducts,
);

/** A published page in a language. */
export interface ShownPage {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly PageSection[];
}

/** The published document of a built-in page; undefined when none is published. */
export async function findFixedPage(
  key: Exclude<FixedPage, "faq">,
  language: Language,
): Promise<ShownPage | undefined> {
  return shownPage((await readLive()).get(`page:${key}`), language);
}

export interface ShownFaq {
  readonly title: string;
  readonly description: string;
  readonly groups: readonly FaqQuestionGroup[];
}

export async function findFaqPage(language: Language): Promise<ShownFaq | undefined> {
  const page = parsed(faqSchema, (await readLive()).get("page:faq"));
  if (!page) return undefined;
  return {
    title: inLanguage(page.title, language),
    description: inLanguage(page.description, language),
    groups: readFaqText(inLanguage(page.text, language)),
  };
}

/** The home page in a language; undefined when no document is published. */
export async function findHomePage(language: Language): Promise<ShownHome | undefined> {
  const home = parsed(homeSchema, (await readLiveOrLast()).get("home:main"));
  return home && shownHome(home, language);
}

/** The links of the header's menu; undefined when no document is published. */
export async function findHeaderMenu(): Promise<readonly MenuLink[] | undefined> {
  return parsed(headerMenuSchema, (await readLiveOrLast()).get("menu:header"))?.entries;
}

/** The columns of the footer; undefined when no document is published. */
export async function findFooterMenu(): Promise<ReturnType<typeof groupByColumn> | undefined> {
  const menu = parsed(footerMenuSchema, (await readLiveOrLast()).get("menu:footer"));
  return menu && groupByColumn(menu.entries);
}

/** An own page by its present address. */
export async function findOwnPage(
  slug: string,
  language: Language,
): Promise<ShownPage | undefined> {
  const rows = [...(await readLive()).values()];
  return shownPage(
    rows.find((row) => row.slug === slug),
    language,
  );
}

/** The present slug for a former one; undefined when it is not a former slug. */
export const findMovedPage = cached(
  "moved-page",
  async (slug: string): Promise<string | undefined> => {
    const [row] = await asVisitor()<{ slug: string }[]>`
      select present.slug from site_slugs former
      join site_slugs present on present.document_id = former.document_id and present.is_current
      where former.slug = ${slug} and not former.is_current`;
    return row?.slug;
  },
  withoutProducts,
);

/** Paths of the own pages that search engines may list. */
export async function listOwnPages(): Promise<readonly string[]> {
  const rows = [...(await readLive()).values()];
  return rows
    .flatMap((row) => (row.slug && parsed(pageSchema, row)?.in_sitemap ? [row.slug] : []))
    .sort()
    .map((slug) => `/pages/${slug}`);
}

function shownPage(row: LiveRow | undefined, language: Language): ShownPage | undefined {
  const page = parsed(pageSchema, row);
  if (!page) return undefined;
  return {
    title: inLanguage(page.title, language),
    description: inLanguage(page.description, language),
    sections: readPageText(inLanguage(page.text, language)),
  };
}
