import * as v from "valibot";
import { bannerSchema } from "./banner.ts";
import { faqSchema } from "./faq-page.ts";
import { homeSchema } from "./home-page.ts";
import { lookSchema } from "./look.ts";
import { footerMenuSchema, headerMenuSchema } from "./menu.ts";
import { pageSchema } from "./page.ts";

/** Kinds of documents that staff edit without code (docs/why/content.md). */
export const siteKinds = ["look", "banner", "home", "menu", "page"] as const;
export type SiteKind = (typeof siteKinds)[number];

/** Pages with built-in text, which a document replaces or extends. All other pages are created by staff. */
export const fixedPages = ["about", "faq", "shipping-returns", "privacy-intro"] as const;
export type FixedPage = (typeof fixedPages)[number];

/** Documents that every shop has. Their rows are inserted with the first draft. */
export const fixedDocuments: readonly DocumentName[] = [
  { kind: "look", key: "main" },
  { kind: "banner", key: "main" },
  { kind: "home", key: "main" },
  { kind: "menu", key: "header" },
  { kind: "menu", key: "footer" },
  ...fixedPages.map((key) => ({ kind: "page" as const, key })),
];

export interface DocumentName {
  readonly kind: SiteKind;
  readonly key: string;
}

/** The name of a document from an address; undefined for one that cannot exist. */
export function readDocumentName(kind: string, key: string): DocumentName | undefined {
  const known = siteKinds.find((one) => one === kind);
  if (!known || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key) || key.length > 60) return undefined;
  if (known !== "page" && !fixedDocuments.some((one) => one.kind === kind && one.key === key)) {
    return undefined;
  }
  return { kind: known, key };
}

/** The primary key of a document. */
export function documentId({ kind, key }: DocumentName): string {
  return `${kind}:${key}`;
}

export function isFixedPage(key: string): key is FixedPage {
  return fixedPages.some((page) => page === key);
}

export type SiteBody = Readonly<Record<string, unknown>>;

/** The schema of a document's body. Its problems are codes that the editor has words for. */
export function bodySchema({ kind, key }: DocumentName) {
  if (kind === "look") return lookSchema;
  if (kind === "banner") return bannerSchema;
  if (kind === "home") return homeSchema;
  if (kind === "menu") return key === "header" ? headerMenuSchema : footerMenuSchema;
  return key === "faq" ? faqSchema : pageSchema;
}

/** A checked body, or a code for each field. */
export function checkBody(
  name: DocumentName,
  body: unknown,
): { readonly body: SiteBody } | { readonly issues: readonly v.BaseIssue<unknown>[] } {
  const read = v.safeParse(bodySchema(name), body);
  return read.success ? { body: read.output } : { issues: read.issues };
}
