import type { LocalText } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { textMatch } from "#shop/catalogue/search.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

export const choiceKinds = ["products", "variants", "regions"] as const;
export type ChoiceKind = (typeof choiceKinds)[number];

/** Something that a promotion can name: a product or variant by id, a region by code. */
export interface Choice {
  readonly id: string;
  readonly name: LocalText;
  /** What tells it apart, e.g. the SKU, or the city of a district. */
  readonly detail: string;
  /** Of a variant. */
  readonly price?: Rupiah;
}

const maxHits = 10;
const same = (text: string): LocalText => ({ id: text, en: text });

/** At most ten things whose words begin with those of the query. Staff without the permission find nothing. */
export async function searchChoices(
  actor: Person,
  kind: ChoiceKind,
  q: string,
): Promise<readonly Choice[]> {
  const sql = asShop();
  const match = textMatch(sql, q);
  if (!may(actor, "promos.read") || !match) return [];
  switch (kind) {
    case "products":
      return sql<Choice[]>`
        select p.id, p.name, p.slug as detail from products p
        where p.search @@ ${match.prefixes} and p.status <> 'archived' order by p.name ->> 'id' limit ${maxHits}`;
    case "variants":
      return sql<Choice[]>`
        select v.id, p.name, v.sku as detail, v.price
        from products p join product_variants v on v.product_id = p.id and not v.archived
        where p.search @@ ${match.prefixes} and p.status <> 'archived'
        order by p.name ->> 'id', v.position, v.id limit ${maxHits}`;
    case "regions": {
      const rows = await sql<{ code: string; name: string; detail: string }[]>`
        select r.code, r.name, concat_ws(', ',
            (select name from regions where code = left(r.code, 6) and length(r.code) > 6),
            (select name from regions where code = left(r.code, 4) and length(r.code) > 4),
            (select name from regions where code = left(r.code, 2) and length(r.code) > 2)) as detail
        from regions r where lower(r.name) like any (array[${`${match.typed}%`}, ${`kota ${match.typed}%`},
          ${`kabupaten ${match.typed}%`}, ${`kab. ${match.typed}%`}])
        order by length(r.code), r.name limit ${maxHits}`;
      return rows.map(({ code, name, detail }) => ({ id: code, name: same(name), detail }));
    }
  }
}
