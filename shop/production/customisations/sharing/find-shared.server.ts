import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { assetsOf, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { type ShownSide, shownSidesOf } from "#shop/designs/draw/shown-sides.ts";
import { sidesColumn } from "#shop/designs/draw/shown-sides-column.server.ts";
import { hasUploads } from "#shop/designs/uploads/find-asset.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { hashOfShareToken } from "./share-token.server.ts";

/** Shared designs that one network opens; each is drawn anew. */
const viewsPerNetwork = { limit: 600, windowSeconds: 3600 };

/** A design as whoever has its link sees it. Nothing tells whose it is. */
export interface SharedDesign {
  readonly name: string;
  readonly product: { readonly slug: string; readonly name: string };
  /** The sides that are shown. */
  readonly sides: readonly ShownSide[];
  /** The chosen options, e.g. `Merah / L`; empty where the product has none, or none was chosen. */
  readonly variant: string;
  /** It shows uploaded pictures. */
  readonly has_pictures: boolean;
  /** A copy takes them along. */
  readonly with_pictures: boolean;
}

/** @returns undefined for a link that is unknown, was revoked, or is hidden because it was reported */
export async function findShared(
  token: string,
  language: Language,
  network: string,
): Promise<SharedDesign | "too_many_requests" | undefined> {
  if ((await countRequest(`shared-designs:${network}`, viewsPerNetwork)) > 0) {
    return "too_many_requests";
  }
  const hash = hashOfShareToken(token);
  const sql = asShop();
  const [row] = hash
    ? await sql<
        {
          name: string;
          display: DisplayList;
          with_pictures: boolean;
          slug: string;
          product: string;
          names: ShownSide[] | null;
          variant: string | null;
        }[]
      >`
        select s.name, s.display, s.with_pictures, p.slug, ${textIn(sql, sql`p.name`, language)} as product,
          (select ${sidesColumn(sql, sql`ps.spec`, language)} from print_specs ps where ps.id::text = s.document ->> 'spec') as names,
          (select ${variantLabel(sql, language)} from product_variants v where v.id = s.variant_id and v.product_id = p.id) as variant
        from shared_designs s join products p on p.id = s.product_id
        where s.token_hash = ${hash} and ${isShown(sql)}
          and p.status = 'published' and p.published_at <= now()`
    : [];
  if (!row) return undefined;
  const { name, display, with_pictures, slug, product, names, variant } = row;
  return {
    name,
    with_pictures,
    product: { slug, name: product },
    sides: shownSidesOf(display, names ?? []),
    variant: variant ?? "",
    has_pictures: await hasUploads(assetsOf(display)),
  };
}

/** The condition of links that show something; the row is `s`. */
export function isShown(sql: Sql) {
  return sql`s.revoked_at is null and s.state in ('shown', 'kept')`;
}
