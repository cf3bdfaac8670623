-- Promotions whose codes everybody may read in the cart: those that the merchant marked (docs/why/promotions.md).
alter table public.promotions add column is_shown boolean not null default false;
create or replace trigger raise_version before update of name, class, type, value, max_discount, min_subtotal, first_order_only, starts_at,
    ends_at, enabled, usage_limit, per_customer_limit, automatic, priority, allocation, combines_with, min_quantity,
    product_ids, excluded_product_ids, exclude_sale_items, group_ids, emails, region_codes, payment_methods, buy_quantity,
    get_quantity, reward_product_ids, gift_variant_id, budget, archived_at, is_shown
  on public.promotions for each row execute function private.raise_version();
create index promotions_shown on public.promotions (created_at desc, id desc) where is_shown and enabled;
