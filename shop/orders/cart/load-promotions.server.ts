import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import { normaliseCode, type Promotion } from "#shop/promotions/promotion.ts";
import type { StaffSale } from "./staff-sale.ts";

/**
 * Promotions of the codes, in the order of the codes, then the automatic ones, by one statement. Unknown codes and
 * inactive automatic promotions are missing.
 * @param addressId the actor's own; its phone number is one of the keys that identify a customer for limits
 * @param contact in an order that staff make: replaces the email and phone of the account and the address in these keys
 */
export async function loadPromotions(
  sql: Sql,
  codes: readonly string[],
  actor: Actor,
  language: Language,
  addressId: string | null,
  contact?: StaffSale["contact"],
): Promise<Promotion[]> {
  const asked = [...new Set(codes.map(normaliseCode))];
  const customer = actor.kind === "person" ? actor.id : null;
  const email = contact
    ? sql`nullif(${contact.email}::text, '')`
    : sql`coalesce(u.email, p.contact_email)`;
  const phone = contact ? sql`${contact.phone}::text` : sql`a.phone`;
  const rows = await sql<Promotion[]>`
    with me as (
      select ${customer}::uuid as id, private.customer_keys(u.id, ${email}, ${phone}) as keys,
        private.normalised_email(${email}) as mailbox,
        case when u.email_confirmed_at is not null then private.normalised_email(u.email) end as proven
      from (select) one
      left join auth.users u on u.id = ${customer}
      left join profiles p on p.id = u.id
      left join addresses a on a.id = ${addressId} and a.customer_id = u.id
    ),
    found as (
      select c.code, c.active and b.revoked_at is null as active, c.single_use and c.used as is_code_used, c.promotion_id
      from promo_codes c left join promo_batches b on b.id = c.batch where c.code = any (${asked})
      union all
      select null, true, false, id from promotions
      where automatic and enabled and coalesce(starts_at <= now(), true) and coalesce(ends_at >= now(), true)
    )
    select p.id, f.code, ${textIn(sql, sql`p.name`, language)} as name, p.class, p.type, p.value, p.max_discount, p.allocation,
      p.priority, p.combines_with, p.min_subtotal, p.min_quantity, p.product_ids, p.excluded_product_ids,
      ${categories(sql, "included")} as category_ids, ${categories(sql, "excluded")} as excluded_category_ids,
      p.exclude_sale_items, p.buy_quantity, p.get_quantity, p.reward_product_ids,
      ${categories(sql, "reward")} as reward_category_ids, p.gift_variant_id, p.first_order_only, p.region_codes,
      array(select r.name from regions r where r.code = any (p.region_codes) order by r.code) as region_names,
      p.payment_methods, p.starts_at, p.ends_at, p.enabled and f.active as enabled,
      case when p.enabled or not f.active then false else exists (
        select from audit_entries e
        where e.subject_kind = 'promotion' and e.subject_id = p.id::text and e.action = 'promotions.changed'
          and e.changes -> 'enabled' ->> 0 = 'true' and e.at >= coalesce(p.starts_at, e.at)
      ) end as was_active, p.usage_limit,
      p.per_customer_limit, p.budget, p.used, p.spent, f.is_code_used,
      case
        when p.group_ids = '{}' and p.emails = '{}' then 'everyone'
        when me.id is null then 'unknown'
        when exists (select from customer_group_members g where g.customer_id = me.id and g.group_id = any (p.group_ids))
          or me.proven in (select private.normalised_email(e) from unnest(p.emails) e) then 'member'
        else 'stranger'
      end as audience,
      case when p.per_customer_limit is null then 0 else (
        select coalesce(max(uses), 0)::int from (
          select count(*) as uses from private.promo_customer_uses u
          where u.promotion_id = p.id and u.customer_key = any (me.keys) group by u.customer_key
        ) by_key
      ) end as used_by_customer,
      case when p.first_order_only then (
        select count(*)::int from orders o
        where (o.customer_id = me.id or private.normalised_email(o.email) = me.mailbox)
          and o.status not in ('canceled', 'expired')
      ) else 0 end as orders_of_customer
    from found f
    join promotions p on p.id = f.promotion_id and p.automatic = (f.code is null)
    cross join me`;
  const typed = asked.flatMap((code) => rows.filter((row) => row.code === code));
  return [...typed, ...rows.filter(({ code }) => code === null)];
}

/** The ids of a promotion's categories of one use. */
function categories(sql: Sql, use: "included" | "excluded" | "reward"): SqlFragment {
  return sql`array(
    select c.category_id from promotion_categories c where c.promotion_id = p.id and c.use = ${use})`;
}
