import { plainPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { CampaignBlock, CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { linksIn } from "#shop/mailing/campaigns/render/rich-text.ts";

/** A link to the shop behind which nobody finds what it promises. */
export interface BrokenLink {
  /** As it was typed. */
  readonly url: string;
  /** `gone`: there is no such page. `early`: it opens only later. */
  readonly state: "gone" | "early";
}

/** Pages without parameters that a mail may lead to, in lower case. A test compares them with the table of addresses. */
const pages: ReadonlySet<string> = new Set([
  ...["/", "/shop", "/cart", "/about", "/contact", "/faq", "/privacypolicy"],
  ...["/shippingandreturns", "/termsandconditions", "/auth", "/forgotpassword"],
  ...["/unsubscribe", "/subscribe", "/checkout", "/address", "/setdetails", "/dashboard"],
  ...["/dashboard/address", "/dashboard/details", "/dashboard/security", "/dashboard/orders"],
  "/dashboard/customisations",
]);

/** What a path names by its last part, besides files of the shop and designs that were shared, which nobody lists. */
type Target = "product" | "collection" | "category" | "terms" | "page";

interface Asked {
  readonly url: string;
  readonly kind: Target;
  readonly name: string;
}

/**
 * The links of a content that lead to no page of the shop, or to one that is not open yet. Links to elsewhere are not looked at.
 * @param publicUrl an address that begins with it is of the shop
 */
export async function findBrokenLinks(
  sql: Sql,
  content: Pick<CampaignContent, "blocks">,
  publicUrl: string,
): Promise<readonly BrokenLink[]> {
  const broken: BrokenLink[] = [];
  const asked: Asked[] = [];
  for (const url of new Set(content.blocks.flatMap(linksOf))) {
    const read = readLink(url, publicUrl);
    if (read === "gone") broken.push({ url, state: "gone" });
    else if (read !== "open") asked.push({ url, ...read });
  }
  if (asked.length === 0) return broken;
  const rows = await sql<BrokenLink[]>`
    select a.url, case when coalesce(p.is_later, g.is_later, false) then 'early' else 'gone' end as state
    from jsonb_to_recordset(${sql.json(asked.map((one, place) => ({ ...one, place })))})
      a (url text, kind text, name text, place integer)
    left join slug_redirects r on r.kind = a.kind and r.old_slug = a.name
    left join lateral (
      select coalesce(p.published_at > now(), false) as is_later from products p
      where a.kind = 'product' and (p.slug = a.name or p.id = r.product_id) and p.status = 'published') p on true
    left join lateral (
      select coalesce(g.published_from > now(), false) as is_later from collections g
      where a.kind = 'collection' and (g.slug = a.name or g.id = r.collection_id) and g.published
        and coalesce(g.published_to > now(), true)) g on true
    left join categories c on a.kind = 'category' and (c.slug = a.name or c.id = r.category_id) and c.shown
    left join terms_versions t on a.kind = 'terms' and t.version = a.name
    left join lateral (
      select s.slug from site_slugs s join site_live l on l.document_id = s.document_id
      where a.kind = 'page' and s.slug = a.name) s on true
    where coalesce(p.is_later, g.is_later, c.id is null and t.version is null and s.slug is null)
    order by a.place`;
  return [...broken, ...rows];
}

function linksOf(block: CampaignBlock): readonly string[] {
  switch (block.kind) {
    case "text":
      return linksIn(block.text);
    case "button":
      return [block.url];
    case "columns":
      return [...block.left, ...block.right].flatMap(linksOf);
    default:
      return [];
  }
}

/** `open`: a page that is there, or none of the shop. */
function readLink(url: string, publicUrl: string): "open" | "gone" | Pick<Asked, "kind" | "name"> {
  const base = new URL(publicUrl);
  if (!URL.canParse(url, base)) return "open";
  const address = new URL(url, base);
  if (address.origin !== base.origin) return "open";
  const path = plainPath(address.pathname.replace(/(.)\/$/, "$1")).toLowerCase();
  const category = /^[a-z0-9-]{1,40}$/.exec(address.searchParams.get("category") ?? "")?.[0];
  if (path === "/buy" && address.searchParams.has("items")) return "open";
  if (path === "/shop" && category) return { kind: "category", name: category };
  if (pages.has(path) || /^\/(storage\/v1\/object\/public|design)\/./.test(path)) return "open";
  const [, place, name = ""] =
    /^\/(item|collections|termsandconditions|pages)\/([a-z0-9.-]{1,100})(?:\/roster)?$/.exec(
      path,
    ) ?? [];
  switch (place) {
    case "item":
      return { kind: "product", name };
    case "collections":
      return path.endsWith("/roster") ? "gone" : { kind: "collection", name };
    case "termsandconditions":
      return path.endsWith("/roster") ? "gone" : { kind: "terms", name };
    case "pages":
      return path.endsWith("/roster") ? "gone" : { kind: "page", name };
    default:
      return "gone";
  }
}
