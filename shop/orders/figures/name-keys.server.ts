import { inLanguage, type Language, type LocalText } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";
import type { SalesDimension } from "./sales-report.ts";

/** Names the keys of a report. Leaves out deleted products, categories and variants. */
export async function nameKeys(
  dimension: SalesDimension,
  keys: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const known = keys.filter((key) => key !== "");
  if (known.length === 0) return new Map();
  if (dimension === "payment") {
    return new Map(known.map((key) => [key, methodName(key, language)]));
  }
  const sql = asShop();
  if (dimension === "province") {
    const rows = await sql<{ code: string; name: string }[]>`
      select code, name from regions where code = any (${known}::text[])`;
    return new Map(rows.map(({ code, name }) => [code, name]));
  }
  const rows = await namesOf(sql, dimension, known, language);
  return new Map(
    rows.map(({ id, name, detail }) => [
      id,
      [typeof name === "string" ? name : inLanguage(name, language), detail]
        .filter(Boolean)
        .join(" · "),
    ]),
  );
}

interface Named {
  readonly id: string;
  readonly name: LocalText | string;
  readonly detail: string;
}

async function namesOf(
  sql: Sql,
  dimension: SalesDimension,
  ids: readonly string[],
  language: Language,
): Promise<readonly Named[]> {
  const known = [...ids];
  switch (dimension) {
    case "product":
      return sql<
        Named[]
      >`select id, name, '' as detail from products where id = any (${known}::uuid[])`;
    case "variant":
      return sql<Named[]>`
        select v.id, p.name, concat_ws(' · ', nullif(${variantLabel(sql, language)}, ''), v.sku) as detail
        from product_variants v join products p on p.id = v.product_id where v.id = any (${known}::uuid[])`;
    case "category":
      return sql<
        Named[]
      >`select id, name, '' as detail from categories where id = any (${known}::uuid[])`;
    case "promotion":
      return sql<
        Named[]
      >`select id, name, '' as detail from promotions where id = any (${known}::uuid[])`;
    default:
      return [];
  }
}
