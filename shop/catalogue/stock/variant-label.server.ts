import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";

/** SQL for the labels of the options of `product_variants v` of `products p`: `Hitam / L`; empty without options. */
export function variantLabel(sql: Sql, language: Language): SqlFragment {
  return sql`(
    select coalesce(string_agg(${textIn(sql, sql`(value -> 'label')`, language)}, ' / ' order by o.place), '')
    from jsonb_array_elements(p.options) with ordinality o (option, place),
      jsonb_array_elements(option -> 'values') value
    where value ->> 'code' = v.options ->> (option ->> 'code'))`;
}
