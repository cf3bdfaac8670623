-- Promotions of every kind (business rule 4): what they lower, for whom, where, when, how often and for how much in
-- all. `class` is the target: product lowers lines, order the sum of what is left, shipping the delivery.

alter table public.promotions
  drop constraint promotion_type_unknown,
  drop constraint promotion_value_invalid,
  drop constraint promotion_class_type,
  -- Applies without a code.
  add column automatic boolean not null default false,
  -- Between promotions that are worth the same the higher one counts.
  add column priority integer not null default 0,
  -- `each`: the percentage or amount is taken off every piece; `across`: once off all of them together.
  add column allocation text not null default 'across'
    constraint promotion_allocation_unknown check (allocation in ('each', 'across')),
  -- Classes of other promotions on the same order that it stands beside. Of one class there is one code anyway.
  add column combines_with text[] not null default '{product,order,shipping}'
    constraint promotion_combines_unknown check (combines_with <@ array['product', 'order', 'shipping']),
  -- Pieces of what it applies to, before anything else is looked at.
  add column min_quantity integer not null default 0
    constraint promotion_min_quantity_invalid check (min_quantity between 0 and 10000),
  add column product_ids uuid[] not null default '{}',
  add column excluded_product_ids uuid[] not null default '{}',
  add column excluded_category_slugs text[] not null default '{}',
  add column exclude_sale_items boolean not null default false,
  -- Whom it is for: members of any of the groups, or these addresses; nobody named means everybody.
  add column group_ids uuid[] not null default '{}',
  add column emails text[] not null default '{}',
  -- Province to kelurahan; a destination is meant when its code starts with one of them.
  add column region_codes text[] not null default '{}',
  -- `provider` or `provider:method`
  add column payment_methods text[] not null default '{}',
  -- buy_x_get_y: so many pieces bought make so many others cheaper by `value` percent. gift: get_quantity pieces of it.
  add column buy_quantity integer constraint promotion_buy_quantity_invalid check (buy_quantity between 1 and 99),
  add column get_quantity integer constraint promotion_get_quantity_invalid check (get_quantity between 1 and 99),
  -- What becomes cheaper; the bought kind itself when both are empty.
  add column reward_product_ids uuid[] not null default '{}',
  add column reward_category_slugs text[] not null default '{}',
  add column gift_variant_id uuid references public.product_variants (id),
  -- The most that it gives to all customers together, whole rupiah, and what it has given.
  add column budget bigint constraint promotion_budget_invalid check (budget >= 0),
  add column spent bigint not null default 0 constraint promotion_spent_negative check (spent >= 0),
  add constraint promotion_type_unknown
    check (type in ('percent', 'fixed', 'free_shipping', 'fixed_shipping', 'buy_x_get_y', 'gift')),
  add constraint promotion_value_invalid check (case type
    when 'percent' then value between 1 and 100
    when 'buy_x_get_y' then value between 1 and 100 and buy_quantity is not null and get_quantity is not null
    when 'gift' then gift_variant_id is not null and get_quantity is not null
    when 'free_shipping' then true
    else value > 0 end),
  add constraint promotion_class_type check (case
    when type in ('free_shipping', 'fixed_shipping') then class = 'shipping'
    when type in ('buy_x_get_y', 'gift') then class = 'product'
    else class in ('product', 'order') end),
  add constraint promotion_allocation_class check (allocation = 'across' or class = 'product'),
  add constraint promotion_ends_before_start check (ends_at > starts_at);

create index promotions_automatic on public.promotions (id) where automatic and enabled;

alter table public.promo_codes
  -- One of many: it buys once, whoever types it.
  add column single_use boolean not null default false,
  add column used boolean not null default false,
  -- Codes made together: asking twice for the same batch gives the same codes.
  add column batch uuid,
  add column created_at timestamptz not null default now();

create index promo_codes_batch on public.promo_codes (batch) where batch is not null;

-- Groups of customers that promotions can be meant for.
create table public.customer_groups (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint customer_group_name_taken unique
    constraint customer_group_name_invalid check (length(btrim(name)) between 1 and 80)
);
select private.protect('public.customer_groups');
grant select on public.customer_groups to authenticated;
create policy "staff read customer groups" on public.customer_groups
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.customer_groups');

create table public.customer_group_members (
  group_id uuid not null references public.customer_groups (id) on delete cascade,
  customer_id uuid not null references auth.users (id) on delete cascade,
  primary key (group_id, customer_id)
);
select private.protect('public.customer_group_members');
create index customer_group_members_customer on public.customer_group_members (customer_id);
grant select on public.customer_group_members to authenticated;
create policy "staff read who is in a group" on public.customer_group_members
  for select to authenticated using ((select private.is_staff()));
select private.require_second_factor('public.customer_group_members');

-- One mailbox has many spellings: `Siti.Rahma+promo@Gmail.com` is `sitirahma@gmail.com`.
create function private.normalised_email(address text) returns text
language sql immutable strict set search_path = ''
as $$
  select case when domain in ('gmail.com', 'googlemail.com')
    then replace(local, '.', '') || '@gmail.com' else local || '@' || domain end
  from (
    select split_part(split_part(lower(btrim(address)), '@', 1), '+', 1) as local,
      split_part(lower(btrim(address)), '@', 2) as domain
  ) parts
$$;
grant execute on function private.normalised_email(text) to service_role;

-- Everything by which a customer is known again: limits per customer count each of these.
create function private.customer_keys(person uuid, email text, phone text) returns text[]
language sql immutable set search_path = ''
as $$
  select array_remove(array[
    'user:' || person, 'email:' || private.normalised_email(nullif(btrim(email), '')),
    'phone:' || nullif(regexp_replace(phone, '\D', '', 'g'), '')], null)
$$;
grant execute on function private.customer_keys(uuid, text, text) to service_role;

alter table public.promo_redemptions
  -- private.customer_keys() of who placed the order; empty once the account is gone.
  add column customer_keys text[] not null default '{}';

-- The first, second … use of a promotion by one key. Its key is the limit: no two uses have the same number.
create table private.promo_customer_uses (
  promotion_id uuid not null references public.promotions (id),
  customer_key text not null,
  n integer not null check (n > 0),
  redemption_id uuid not null references public.promo_redemptions (id) on delete cascade,
  constraint promo_use_counted_already primary key (promotion_id, customer_key, n)
);
select private.protect('private.promo_customer_uses'::regclass);
create index promo_customer_uses_redemption on private.promo_customer_uses (redemption_id);
insert into private.promo_customer_uses (promotion_id, customer_key, n, redemption_id)
select promotion_id, 'user:' || customer_key,
  row_number() over (partition by promotion_id, customer_key order by created_at, id), id
from public.promo_redemptions where status = 'claimed';
update public.promotions p set spent = coalesce(
  (select sum(discount) from public.promo_redemptions r where r.promotion_id = p.id and r.status = 'claimed'), 0);

-- A claim takes a use, its money and a number for each key, or nothing. The promotion's row lock makes parallel claims
-- wait, so all limits hold whoever writes; a release gives each of them back once.
drop trigger apply_redemption on public.promo_redemptions;
create or replace function private.apply_redemption() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  promotion public.promotions;
  was_claimed boolean := tg_op = 'UPDATE' and old.status = 'claimed';
  key text;
  place integer;
begin
  if tg_op = 'UPDATE' and (new.promotion_id, new.order_id, new.code, new.discount)
      is distinct from (old.promotion_id, old.order_id, old.code, old.discount) then
    raise exception 'a redemption only changes its status' using errcode = 'restrict_violation';
  end if;
  if (new.status = 'claimed') = was_claimed then return null; end if;
  if was_claimed then
    update public.promotions set used = used - 1, spent = spent - new.discount where id = new.promotion_id;
    update public.promo_codes set used = false where code = new.code and single_use;
    delete from private.promo_customer_uses where redemption_id = new.id;
    return null;
  end if;

  update public.promotions set used = used + 1, spent = spent + new.discount
  where id = new.promotion_id
    and (usage_limit is null or used < usage_limit) and (budget is null or spent + new.discount <= budget)
  returning * into promotion;
  if not found then
    select * into promotion from public.promotions where id = new.promotion_id;
    if promotion.used >= promotion.usage_limit then
      raise exception 'promotion used up' using errcode = 'check_violation', constraint = 'promo_exhausted';
    end if;
    raise exception 'budget of the promotion spent'
      using errcode = 'check_violation', constraint = 'promo_budget_spent';
  end if;
  if new.code <> '' then
    update public.promo_codes set used = true where code = new.code and single_use and not used;
    if not found and exists (select from public.promo_codes where code = new.code and single_use) then
      raise exception 'code used' using errcode = 'check_violation', constraint = 'promo_exhausted';
    end if;
  end if;
  foreach key in array array(select distinct unnest(new.customer_keys || ('user:' || new.customer_key))) loop
    select min(free.n) into place from generate_series(1, coalesce(promotion.per_customer_limit, (
      select count(*)::int + 1 from private.promo_customer_uses u
      where u.promotion_id = new.promotion_id and u.customer_key = key))) free (n)
    where not exists (select from private.promo_customer_uses u
      where u.promotion_id = new.promotion_id and u.customer_key = key and u.n = free.n);
    if place is null then
      raise exception 'promotion used by this customer'
        using errcode = 'check_violation', constraint = 'promo_already_used';
    end if;
    insert into private.promo_customer_uses (promotion_id, customer_key, n, redemption_id)
    values (new.promotion_id, key, place, new.id);
  end loop;
  return null;
end $$;
create trigger apply_redemption after insert or update on public.promo_redemptions
  for each row execute function private.apply_redemption();

-- When a person leaves, private.erase_person() gives their redemptions a key that says nothing; so do the uses.
create function private.anonymise_redemption_keys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.promo_customer_uses set customer_key = 'deleted:' || gen_random_uuid()
  where redemption_id = new.id;
  update public.promo_redemptions set customer_keys = '{}' where id = new.id and customer_keys <> '{}';
  return null;
end $$;
create trigger anonymise_redemption_keys after update of customer_key on public.promo_redemptions
  for each row when (old.customer_key is distinct from new.customer_key)
  execute function private.anonymise_redemption_keys();

-- What each piece of a line cost, so that whoever sends one of them back gets exactly its share: the rupiah that do
-- not divide go to the first pieces.
create function private.unit_totals(total bigint, quantity integer) returns bigint[]
language sql immutable strict set search_path = ''
as $$
  select array_agg(total / quantity + case when n <= total % quantity then 1 else 0 end order by n)
  from generate_series(1, quantity) n
$$;
grant execute on function private.unit_totals(bigint, integer) to service_role;
alter table public.order_lines
  add column unit_totals bigint[] not null generated always as (private.unit_totals(total, quantity)) stored,
  -- Came with the order by a promotion; nobody had put it into the cart.
  add column is_gift boolean not null default false;

-- Which promotion took how much off a line. With order_promos' share of delivery this adds up to each promotion.
create table public.order_line_discounts (
  order_line_id uuid not null references public.order_lines (id),
  promotion_id uuid not null references public.promotions (id),
  amount bigint not null constraint line_discount_share_invalid check (amount > 0),
  primary key (order_line_id, promotion_id)
);
select private.protect('public.order_line_discounts');
revoke update, delete on public.order_line_discounts from service_role;
create index order_line_discounts_promotion on public.order_line_discounts (promotion_id);
grant select on public.order_line_discounts to authenticated;
create policy "whoever reads an order line reads what lowered it" on public.order_line_discounts
  for select to authenticated
  using (exists (select from public.order_lines where order_lines.id = order_line_id));
select private.require_second_factor('public.order_line_discounts');

-- First orders are told by the mailbox too, not by the account alone.
create index orders_mailbox on public.orders (private.normalised_email(email));
