-- Promotions and the codes that unlock them. Codes are never listed to the public: a code is asked about by name.

create table public.promotions (
  id uuid primary key default gen_random_uuid(),
  name jsonb not null constraint promotion_name_invalid check (private.is_text(name)),
  -- What it lowers; at most one code of each class on an order.
  class text not null constraint promotion_class_unknown check (class in ('product', 'order', 'shipping')),
  type text not null constraint promotion_type_unknown
    check (type in ('percent', 'fixed', 'free_shipping', 'fixed_shipping')),
  -- Percent, or whole rupiah; nothing for free shipping.
  value bigint not null default 0,
  -- The most it takes off, whole rupiah.
  max_discount bigint constraint max_discount_invalid check (max_discount > 0),
  -- Goods after product discounts, tax included.
  min_subtotal bigint not null default 0,
  first_order_only boolean not null default false,
  category_slugs text[] not null default '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  enabled boolean not null default true,
  usage_limit integer constraint usage_limit_invalid check (usage_limit >= 0),
  per_customer_limit integer constraint per_customer_limit_invalid check (per_customer_limit >= 0),
  used integer not null default 0 constraint used_negative check (used >= 0),
  created_at timestamptz not null default now(),
  -- A limit may be lowered later, so `used` is compared where it grows: private.apply_redemption().
  constraint promotion_value_invalid check (
    case type when 'percent' then value between 1 and 100 when 'free_shipping' then true else value > 0 end),
  constraint promotion_class_type check ((class = 'shipping') = (type in ('free_shipping', 'fixed_shipping')))
);
select private.protect('public.promotions');
grant select on public.promotions to authenticated;
create policy "staff read promotions" on public.promotions
  for select to authenticated using ((select private.is_staff()));

create table public.promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null constraint promo_code_taken unique
    constraint promo_code_invalid check (code = upper(btrim(code)) and length(code) between 1 and 40),
  promotion_id uuid not null references public.promotions (id) on delete cascade,
  active boolean not null default true
);
select private.protect('public.promo_codes');
create index promo_codes_promotion on public.promo_codes (promotion_id);
grant select on public.promo_codes to authenticated;
create policy "staff read promo codes" on public.promo_codes
  for select to authenticated using ((select private.is_staff()));

-- One row for each order that uses a promotion; inserting it claims a use, releasing it gives the use back once.
create table public.promo_redemptions (
  id uuid primary key default gen_random_uuid(),
  promotion_id uuid not null references public.promotions (id),
  code text not null,
  order_id uuid not null,
  -- The user id; limits per customer count these.
  customer_key text not null,
  discount bigint not null check (discount >= 0),
  status text not null default 'claimed' constraint redemption_status_unknown
    check (status in ('claimed', 'released')),
  created_at timestamptz not null default now(),
  constraint promo_redeemed_already unique (promotion_id, order_id)
);
select private.protect('public.promo_redemptions');
revoke delete on public.promo_redemptions from service_role;
create index promo_redemptions_customer on public.promo_redemptions (promotion_id, customer_key)
  where status = 'claimed';
create index promo_redemptions_order on public.promo_redemptions (order_id);
grant select on public.promo_redemptions to authenticated;
create policy "staff read promo redemptions" on public.promo_redemptions
  for select to authenticated using ((select private.is_staff()));

-- The promotion's row lock makes parallel claims wait, so both limits hold whoever writes.
create function private.apply_redemption() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  promotion public.promotions;
  was_claimed boolean := tg_op = 'UPDATE' and old.status = 'claimed';
begin
  if (new.status = 'claimed') = was_claimed then return new; end if;
  if was_claimed then
    update public.promotions set used = used - 1 where id = new.promotion_id;
    return new;
  end if;
  update public.promotions set used = used + 1 where id = new.promotion_id returning * into promotion;
  if promotion.used > promotion.usage_limit then
    raise exception 'promotion used up' using errcode = 'check_violation', constraint = 'promo_exhausted';
  end if;
  if (select count(*) from public.promo_redemptions r
      where r.promotion_id = new.promotion_id and r.customer_key = new.customer_key
        and r.status = 'claimed' and r.id <> new.id) >= promotion.per_customer_limit then
    raise exception 'promotion used by this customer'
      using errcode = 'check_violation', constraint = 'promo_already_used';
  end if;
  return new;
end $$;
create trigger apply_redemption before insert or update of status on public.promo_redemptions
  for each row execute function private.apply_redemption();
