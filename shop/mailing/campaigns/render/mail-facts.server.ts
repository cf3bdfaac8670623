import type { Language } from "#base/language.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { pickProducts } from "./pick-products.server.ts";
import { chosenProducts } from "./product-rule.ts";
import type { MailProduct, RenderFacts } from "./render-facts.ts";

interface ShopRow {
  readonly name: string;
  readonly legalName: string;
  readonly street: string;
  readonly city: string;
  readonly topic: string;
}

/**
 * What `renderMail` needs of the shop for a content of a campaign of a topic. Products that are not published are left out; rules find
 * theirs anew with each call.
 */
export async function readRenderFacts(
  topic: string,
  language: Language,
  content: Pick<CampaignContent, "blocks">,
  publicUrl: string,
  sql: Sql = asShop(),
): Promise<RenderFacts> {
  const [row] = await sql<ShopRow[]>`
    select s.name, s.legal_name as "legalName", s.street, s.city,
      coalesce((
        select case when ${language} = 'en' then t.name_en else t.name_id end
        from private.mail_topics t where t.slug = ${topic}), '') as topic
    from shop_settings s`;
  if (!row) throw new Error("shop_settings has no row");
  const { topic: topicName, ...shop } = row;
  const picked = await pickProducts(sql, content);
  const ids = [...chosenProducts(content), ...picked.flat()];
  const products = await readProducts(sql, [...new Set(ids)], language);
  return { language, publicUrl, shop, topic: topicName, products, picked };
}

async function readProducts(
  sql: Sql,
  ids: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, MailProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<MailProduct[]>`
    select p.id, p.slug, coalesce(nullif(p.name ->> ${language}, ''), p.name ->> 'id') as name,
      p.price_from, p.price_to,
      (select '/storage/v1/object/public/product-images/' || i.path || '.320.webp' from product_images i
        where i.product_id = p.id order by i.position limit 1) as picture
    from products p where p.id = any(${[...ids]}) and p.status = 'published'`;
  return new Map(rows.map((product) => [product.id, product]));
}
