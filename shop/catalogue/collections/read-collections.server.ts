import type { Language, LocalText } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { StaffCollection } from "./collection.ts";
import { readCollectionPage } from "./collection-page.server.ts";

/** Products that the preview names. */
const maxPreviewed = 12;

export interface CollectionRow {
  readonly id: string;
  readonly slug: string;
  readonly name: LocalText;
  readonly kind: "manual" | "rule";
  readonly status: "hidden" | "upcoming" | "public" | "over";
}

/** All collections by name. */
export async function listCollections(actor: Person): Promise<readonly CollectionRow[]> {
  if (!may(actor, "products.read")) return [];
  return asShop()<CollectionRow[]>`
    select id, slug, name, kind,
      case when not published then 'hidden' when published_from > now() then 'upcoming'
        when published_to <= now() then 'over' else 'public' end as status
    from collections order by name ->> 'id', id`;
}

/** @returns undefined for an unknown one, and for staff who may not see products */
export async function findCollection(
  actor: Person,
  id: string,
): Promise<StaffCollection | undefined> {
  if (!may(actor, "products.read") || !isUuid(id)) return undefined;
  const [row] = await asShop()<Omit<StaffCollection, "product_ids">[]>`
    select c.id, c.version, c.slug, c.name, c.description, c.kind, c.rule, c.sort, c.published, c.seo,
      to_char(c.published_from at time zone k.time_zone, 'YYYY-MM-DD"T"HH24:MI') as published_from,
      to_char(c.published_to at time zone k.time_zone, 'YYYY-MM-DD"T"HH24:MI') as published_to,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by m.position, p.id), '[]')
        from collection_products m join products p on p.id = m.product_id where m.collection_id = c.id) as products
    from collections c cross join shop_settings k where c.id = ${id}`;
  return row && { ...row, product_ids: row.products.map(({ id: product }) => product) };
}

export interface CollectionPreview {
  readonly total: number;
  /** Of the first ones. */
  readonly names: readonly string[];
  /** A new rule is being followed: the products are those of the previous one, or those found so far. */
  readonly isFilling: boolean;
}

/** How many public products a stored collection has, and the first ones. */
export async function previewCollection(
  collection: Pick<StaffCollection, "id" | "kind">,
  language: Language,
): Promise<CollectionPreview> {
  const sql = asShop();
  const { ids, total, isFilling } = await readCollectionPage(sql, collection, {
    sort: collection.kind === "manual" ? "manual" : "best_selling",
    limit: maxPreviewed,
    offset: 0,
  });
  const rows = await sql<{ name: string }[]>`
    select ${textIn(sql, sql`p.name`, language)} as name
    from unnest(${ids as string[]}::uuid[]) with ordinality w (id, place) join catalogue.products p on p.id = w.id
    order by w.place`;
  return { total, names: rows.map(({ name }) => name), isFilling };
}
