import type { Language } from "#base/language.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { paidForSale } from "#shop/orders/figures/sale-money.server.ts";

/** What a campaign brought, beside the states of its deliveries. */
export interface CampaignResults {
  /** Mails that a provider says it delivered; 0 also where none says so. */
  readonly delivered: number;
  /** People who stopped a topic, or everything, by this campaign's mail. */
  readonly stopped: number;
  /** Clicks of all links; a device counts each link once. */
  readonly clicks: number;
  /** Devices that opened any link. */
  readonly people: number;
  /** Orders that were placed, and those of them that used a code of the campaign. */
  readonly orders: number;
  readonly codes_used: number;
  /** Captured minus refunded. */
  readonly revenue: Rupiah;
  /** Those with most clicks first; at most `maxLinks`. */
  readonly links: readonly LinkResult[];
}

export interface LinkResult {
  readonly language: Language;
  /** Of the shop. */
  readonly path: string;
  readonly clicks: number;
  readonly orders: number;
}

const maxLinks = 100;

/**
 * The results of a started campaign. Deliveries are not counted here: their sums are kept by chunk.
 * @param number of the campaign
 */
export async function readResults(number: number): Promise<CampaignResults> {
  const sql = asShop();
  const [[sums], links] = await Promise.all([
    sql<Omit<CampaignResults, "links">[]>`
      select
        (select coalesce(sum(delivered), 0)::int from private.mail_chunks where campaign = c.number) as delivered,
        (
          select count(distinct e.recipient_id)::int from private.mail_choice_events e
          where e.campaign_id = c.id and e.action = 'stopped'
        ) as stopped,
        k.clicks, k.people, o.orders, o.codes_used, o.revenue
      from private.mail_campaigns c
      cross join lateral (
        select coalesce(sum(clicks), 0)::int as clicks, coalesce(sum(people), 0)::int as people
        from private.mail_clicks where campaign = c.number) k
      cross join lateral (${ordersOf(sql, sql`c.number`)}) o
      where c.number = ${number}`,
    sql<LinkResult[]>`
      select v.language, l.path, coalesce(sum(k.clicks), 0)::int as clicks, coalesce(sum(o.orders), 0)::int as orders
      from private.mail_versions v
      cross join lateral jsonb_array_elements_text(v.links) with ordinality l (path, link)
      left join (
        select version_id, link, sum(clicks) as clicks from private.mail_clicks where campaign = ${number} group by 1, 2
      ) k on k.version_id = v.id and k.link = l.link
      left join (
        select m.version_id, m.link, count(*) as orders from private.order_marks m join orders o on o.id = m.order_id
        where m.campaign = ${number} and m.via = 'click' and o.status in ('placed', 'completed') group by 1, 2
      ) o on o.version_id = v.id and o.link = l.link
      where v.campaign = ${number}
      -- Both subjects stand above the same links.
      group by v.language, l.path, l.link
      order by 3 desc, 4 desc, v.language desc, l.link limit ${maxLinks}`,
  ]);
  if (!sums) throw new Error("no such campaign");
  return { ...sums, links };
}

/**
 * SQL: the orders that a campaign brought. What stays of an order's money is the sum of its ledger, which
 * private.refresh_money keeps on the order.
 * @param campaign its number
 */
export function ordersOf(sql: Sql, campaign: SqlFragment): SqlFragment {
  return sql`
    select count(*) filter (where o.status in ('placed', 'completed'))::int as orders,
      count(*) filter (where o.status in ('placed', 'completed') and m.via = 'code')::int as codes_used,
      coalesce(sum(${paidForSale(sql)}), 0)::bigint as revenue
    from private.order_marks m join orders o on o.id = m.order_id where m.campaign = ${campaign}`;
}
