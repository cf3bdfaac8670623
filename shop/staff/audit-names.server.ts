import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Sql } from "#db/client.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";

export interface Named {
  readonly kind: string;
  readonly id: string;
}

/** Kinds of which `readAuditNames` finds every thing that still exists. */
export const namedKinds: ReadonlySet<string> = new Set([
  "product",
  "category",
  "collection",
  "sale",
  "stocktake",
  "promotion",
  "shipping_zone",
  "shipping_method",
  "person",
  "staff_role",
  "buyer",
  "approval",
  "mail_campaign",
  "mail_segment",
]);

/** Names of things, by `{kind} {id}`. A thing that no longer exists is missing. */
export async function readAuditNames(
  sql: Sql,
  things: readonly Named[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const uuids = (kind: string) =>
    things.filter((thing) => thing.kind === kind && isUuid(thing.id)).map(({ id }) => id);
  const words = (kind: string) => things.filter((thing) => thing.kind === kind).map(({ id }) => id);
  const localName = (column: string) => textIn(sql, sql`${sql(column)}`, language);
  const rows = await sql<{ kind: string; id: string; name: string }[]>`
    select 'person' as kind, p.id::text, coalesce(nullif(p.full_name, ''), u.email, u.phone, '') as name
      from profiles p join auth.users u on u.id = p.id where p.id = any (${uuids("person")}::uuid[])
    union all
    select 'product', id::text, ${localName("name")} from products where id = any (${uuids("product")}::uuid[])
    union all
    select 'variant', v.id::text, concat_ws(' · ', (
        select nullif(string_agg(${textIn(sql, sql`(value -> 'label')`, language)}, ' / ' order by place), '')
        from jsonb_array_elements(p.options) with ordinality o (option, place)
        cross join jsonb_array_elements(o.option -> 'values') value
        where value ->> 'code' = v.options ->> (o.option ->> 'code')
      ), v.sku)
      from product_variants v join products p on p.id = v.product_id where v.id = any (${uuids("variant")}::uuid[])
    union all
    select 'category', id::text, ${localName("name")} from categories where id = any (${uuids("category")}::uuid[])
    union all
    select 'collection', id::text, ${localName("name")} from collections where id = any (${uuids("collection")}::uuid[])
    union all
    select 'sale', id::text, name from sales where id = any (${uuids("sale")}::uuid[])
    union all
    select 'stocktake', id::text, name from stocktakes where id = any (${uuids("stocktake")}::uuid[])
    union all
    select 'mail_campaign', id::text, name from private.mail_campaigns where id = any (${uuids("mail_campaign")}::uuid[])
    union all
    select 'mail_segment', id::text, name from private.mail_segments where id = any (${uuids("mail_segment")}::uuid[])
    union all
    select 'promotion', id::text, ${localName("name")} from promotions where id = any (${uuids("promotion")}::uuid[])
    union all
    select 'shipping_zone', id::text, ${localName("name")} from shipping_zones
      where id = any (${uuids("shipping_zone")}::uuid[])
    union all
    select 'shipping_method', id::text, ${localName("name")} from shipping_methods
      where id = any (${uuids("shipping_method")}::uuid[])
    union all
    select 'shipping_class', slug, ${localName("name")} from shipping_classes where slug = any (${words("shipping_class")})
    union all
    select 'courier', code, name from couriers where code = any (${words("courier")})
    union all
    select 'staff_invitation', id::text, email from staff_invitations
      where id = any (${uuids("staff_invitation")}::uuid[])
    union all
    select 'approval', id::text, shown ->> 'title' from approvals where id = any (${uuids("approval")}::uuid[])
    union all
    select 'staff_role', id, name from staff_roles where id = any (${words("staff_role")})
    union all
    select 'buyer', id::text, name from buyers where id = any (${uuids("buyer")}::uuid[])
    union all
    select 'customer_group', id::text, name from customer_groups where id = any (${uuids("customer_group")}::uuid[])
    union all
    select 'bank_account', id::text, bank || ' ' || number from bank_accounts
      where id = any (${uuids("bank_account")}::uuid[])
    union all
    select 'media', id::text, original_name from media where id = any (${uuids("media")}::uuid[])
    union all
    select 'order', id::text, number from orders where number is not null and id = any (${uuids("order")}::uuid[])`;
  return new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
}
