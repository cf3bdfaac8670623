-- Promotions (business rule 4), their codes and their redemptions. The public cannot list codes; it can only ask
-- about one by name.

create table public.promotions (
  id uuid primary key default gen_random_uuid(),
  name jsonb not null constraint promotion_name_invalid check (private.is_text(name)),
  -- What it discounts: product lines, the order's subtotal, or shipping. An order accepts one code per class.
  class text not null constraint promotion_class_unknown check (class in ('product', 'order', 'shipping')),
  type text not null,
  -- Percent or whole rupiah. Unused for free shipping.
  value bigint not null default 0,
  -- The largest discount, whole rupiah.
  max_discount bigint constraint max_discount_invalid check (max_discount > 0),
  -- Goods after product discounts, tax included.
  min_subtotal bigint not null default 0,
  first_order_only boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  enabled boolean not null default true,
  usage_limit integer constraint usage_limit_invalid check (usage_limit >= 0),
  per_customer_limit integer constraint per_customer_limit_invalid check (per_customer_limit >= 0),
  used integer not null default 0 constraint used_negative check (used >= 0),
  -- Applies without a code.
  automatic boolean not null default false,
  -- Among promotions of equal value the highest priority wins.
  priority integer not null default 0,
  -- each: the discount applies to every piece. across: it applies once to all pieces together.
  allocation text not null default 'across'
    constraint promotion_allocation_unknown check (allocation in ('each', 'across')),
  -- Classes of other promotions that it combines with.
  combines_with text[] not null default '{product,order,shipping}'
    constraint promotion_combines_unknown check (combines_with <@ array['product', 'order', 'shipping']),
  -- Pieces of eligible goods that the promotion requires.
  min_quantity integer not null default 0
    constraint promotion_min_quantity_invalid check (min_quantity between 0 and 10000),
  product_ids uuid[] not null default '{}',
  excluded_product_ids uuid[] not null default '{}',
  exclude_sale_items boolean not null default false,
  -- Eligible customers: members of any of these groups, or these addresses. Both empty: everybody.
  group_ids uuid[] not null default '{}',
  emails text[] not null default '{}',
  -- From province to kelurahan. A destination matches when its code starts with one of these. Empty: everywhere.
  region_codes text[] not null default '{}',
  -- `provider` or `provider:method`. Empty: all.
  payment_methods text[] not null default '{}',
  -- buy_x_get_y: for `buy_quantity` pieces, `get_quantity` others are discounted by `value` percent. gift:
  -- `get_quantity` pieces are free.
  buy_quantity integer constraint promotion_buy_quantity_invalid check (buy_quantity between 1 and 99),
  get_quantity integer constraint promotion_get_quantity_invalid check (get_quantity between 1 and 99),
  -- What buy_x_get_y discounts, with its categories of use `reward`. Both empty: the same goods that were bought.
  reward_product_ids uuid[] not null default '{}',
  gift_variant_id uuid references public.product_variants (id),
  -- The largest total discount over all orders, whole rupiah, and the total so far.
  budget bigint constraint promotion_budget_invalid check (budget >= 0),
  spent bigint not null default 0 constraint promotion_spent_negative check (spent >= 0),
  -- Staff put it away: it stays with its orders and results, and no cart takes it.
  archived_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search tsvector generated always as (to_tsvector('simple', (name ->> 'id') || ' ' || coalesce(name ->> 'en', ''))) stored,
  -- Whether every buyer may read the code in the cart (docs/why/promotions.md).
  is_shown boolean not null default false,
  constraint promotion_archived_enabled check (archived_at is null or not enabled),
  constraint promotion_type_unknown
    check (type in ('percent', 'fixed', 'free_shipping', 'fixed_shipping', 'buy_x_get_y', 'gift')),
  constraint promotion_value_invalid check (case type
    when 'percent' then value between 1 and 100
    when 'buy_x_get_y' then value between 1 and 100 and buy_quantity is not null and get_quantity is not null
    when 'gift' then gift_variant_id is not null and get_quantity is not null
    when 'free_shipping' then true
    else value > 0 end),
  constraint promotion_class_type check (case
    when type in ('free_shipping', 'fixed_shipping') then class = 'shipping'
    when type in ('buy_x_get_y', 'gift') then class = 'product'
    else class in ('product', 'order') end),
  constraint promotion_allocation_class check (allocation = 'across' or class = 'product'),
  constraint promotion_ends_before_start check (ends_at > starts_at)
);
select private.protect('public.promotions');
select private.require_second_factor('public.promotions');
grant select on public.promotions to authenticated;
create policy "staff read promotions" on public.promotions
  for select to authenticated using ((select private.may('promos.read')));
select private.audit('public.promotions', 'promotion', 'id', '{used,spent,search}');
create index promotions_automatic on public.promotions (id) where automatic and enabled;
-- The list of staff: newest first, and the views that show few of many.
create index promotions_newest on public.promotions (created_at desc, id desc);
create index promotions_search on public.promotions using gin (search);
create index promotions_starts on public.promotions (starts_at) where enabled and starts_at is not null;
create index promotions_open on public.promotions (coalesce(ends_at, 'infinity')) where enabled;
-- Without `used` and `spent`, which every claim changes.
create index promotions_limited on public.promotions (coalesce(ends_at, 'infinity'))
  where enabled and (usage_limit is not null or budget is not null);
create index promotions_off on public.promotions (created_at desc, id desc) where not enabled;
create index promotions_created_by on public.promotions (created_by);
create index promotions_gift on public.promotions (gift_variant_id) where gift_variant_id is not null;
-- An index for each other field of shop/promotions/editor/promotion-fields.ts.
create index promotions_type on public.promotions (type, created_at desc, id desc);
create index promotions_ends on public.promotions (ends_at) where ends_at is not null;
create index promotions_used on public.promotions (used, id);
create index promotions_shown on public.promotions (created_at desc, id desc) where is_shown and enabled;
-- A claim raises `used` and `spent` only: a use is no change of the promotion.
create trigger raise_version before update of name, class, type, value, max_discount, min_subtotal, first_order_only, starts_at,
    ends_at, enabled, usage_limit, per_customer_limit, automatic, priority, allocation, combines_with, min_quantity,
    product_ids, excluded_product_ids, exclude_sale_items, group_ids, emails, region_codes, payment_methods, buy_quantity,
    get_quantity, reward_product_ids, gift_variant_id, budget, archived_at, is_shown
  on public.promotions for each row execute function private.raise_version();

-- The categories of a promotion. A category in use cannot be deleted: without its last category a promotion would apply
-- to every product.
create table public.promotion_categories (
  promotion_id uuid not null references public.promotions (id) on delete cascade,
  category_id uuid not null constraint promotion_category_unknown references public.categories (id) on delete restrict,
  -- included: the promotion applies to its products. excluded: it never does. reward: buy_x_get_y discounts them.
  use text not null constraint promotion_category_use_unknown check (use in ('included', 'excluded', 'reward')),
  primary key (promotion_id, use, category_id)
);
select private.protect('public.promotion_categories');
select private.require_second_factor('public.promotion_categories');
grant select on public.promotion_categories to authenticated;
create policy "staff read the categories of promotions" on public.promotion_categories
  for select to authenticated using ((select private.may('promos.read')));
select private.audit('public.promotion_categories', 'promotion', 'promotion_id');
create index promotion_categories_category on public.promotion_categories (category_id);

-- Single-use codes that belong together: staff order them, and a job makes them in chunks (docs/why/promotions.md), or they are those of
-- a campaign, whose id they have (docs/why/mailing.md).
create table public.promo_batches (
  -- Chosen by the caller: asking again for the same batch makes no other.
  id uuid primary key default gen_random_uuid(),
  promotion_id uuid not null references public.promotions (id) on delete cascade,
  -- The common beginning of the codes, e.g. `LEBARAN-`.
  prefix text not null default '' constraint promo_batch_prefix_invalid check (prefix ~ '^([A-Z0-9][A-Z0-9-]{0,19})?$'),
  -- Random characters after the prefix.
  length integer not null default 10 constraint promo_batch_length_invalid check (length between 8 and 16),
  count integer not null constraint promo_batch_count_invalid check (count between 1 and 100000000),
  -- Codes that exist already.
  made integer not null default 0 constraint promo_batch_made_invalid check (made between 0 and count),
  -- For whom the codes are, as staff wrote it.
  note text not null default '' constraint promo_batch_note_too_long check (length(note) <= 500),
  state text not null default 'queued'
    constraint promo_batch_state_unknown check (state in ('queued', 'running', 'paused', 'done', 'canceled')),
  -- From then on none of its codes applies.
  revoked_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
select private.protect('public.promo_batches');
select private.require_second_factor('public.promo_batches');
grant select on public.promo_batches to authenticated;
create policy "staff read batches of promo codes" on public.promo_batches
  for select to authenticated using ((select private.may('promos.read')));
-- The codes of a batch are covered by its entry.
select private.audit('public.promo_batches', 'promotion', 'promotion_id', '{made}');
create index promo_batches_promotion on public.promo_batches (promotion_id, created_at);
create index promo_batches_created_by on public.promo_batches (created_by);

create table public.promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null constraint promo_code_taken unique
    constraint promo_code_invalid check (code = upper(btrim(code)) and length(code) between 1 and 40),
  promotion_id uuid not null references public.promotions (id) on delete cascade,
  active boolean not null default true,
  -- A single-use code works for one order.
  single_use boolean not null default false,
  used boolean not null default false,
  -- Codes that were made together.
  batch uuid references public.promo_batches (id),
  created_at timestamptz not null default now()
);
select private.protect('public.promo_codes');
select private.require_second_factor('public.promo_codes');
grant select on public.promo_codes to authenticated;
-- Anyone who reads a batch code can redeem it. Reading requires promos.bulk, as the export does.
create policy "staff read promo codes" on public.promo_codes
  for select to authenticated using (
    (select private.may('promos.read')) and (batch is null or (select private.may('promos.bulk'))));
create index promo_codes_promotion on public.promo_codes (promotion_id);
create index promo_codes_batch on public.promo_codes (batch, code) where batch is not null;
-- The codes that staff typed, of a promotion and by their beginning.
create index promo_codes_typed on public.promo_codes (promotion_id) where not single_use;
create index promo_codes_prefix on public.promo_codes (code text_pattern_ops) where not single_use;

-- Codes that staff typed are audited one by one; codes of a batch by their batch, or a million rows would each have one.
create function private.audit_promo_code() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant text := private.current_actor();
begin
  if actor = 'job:seed' then return null; end if;
  if actor is null then
    raise exception 'nobody is named for a change of promo_codes'
      using errcode = 'restrict_violation', constraint = 'actor_missing';
  end if;
  insert into public.audit_entries (actor_kind, actor_id, actor_name, request_id, action, subject_kind, subject_id, row_key, changes)
  select who.actor_kind, who.actor_id, who.actor_name, nullif(current_setting('shop.request', true), ''),
    case tg_op when 'INSERT' then 'promo_codes.created' when 'UPDATE' then 'promo_codes.changed' else 'promo_codes.deleted' end,
    'promotion', coalesce(new.promotion_id, old.promotion_id)::text, coalesce(new.id, old.id)::text,
    case tg_op
      when 'UPDATE' then jsonb_strip_nulls(jsonb_build_object(
        'code', jsonb_build_array(new.code, new.code), 'active', jsonb_build_array(old.active, new.active)))
      else jsonb_build_object('code', jsonb_build_array(old.code, new.code)) end
  from private.actor_columns(actor) who;
  return null;
end $$;
create trigger audit_insert after insert on public.promo_codes
  for each row when (new.batch is null) execute function private.audit_promo_code();
create trigger audit_update after update of active, promotion_id, code, single_use on public.promo_codes
  for each row when (new.batch is null
    and (old.active, old.promotion_id, old.code, old.single_use) is distinct from
      (new.active, new.promotion_id, new.code, new.single_use))
  execute function private.audit_promo_code();
create trigger audit_delete after delete on public.promo_codes
  for each row when (old.batch is null) execute function private.audit_promo_code();

-- One row per order and promotion. Inserting it claims a use; releasing it returns that use once.
create table public.promo_redemptions (
  id uuid primary key default gen_random_uuid(),
  promotion_id uuid not null references public.promotions (id),
  code text not null,
  order_id uuid not null,
  -- The id of the user who placed the order.
  customer_key text not null,
  discount bigint not null check (discount >= 0),
  status text not null default 'claimed' constraint redemption_status_unknown
    check (status in ('claimed', 'released')),
  -- private.customer_keys() of the customer; empty after the account was erased.
  customer_keys text[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint promo_redeemed_already unique (promotion_id, order_id)
);
select private.protect('public.promo_redemptions');
select private.require_second_factor('public.promo_redemptions');
revoke delete on public.promo_redemptions from service_role;
grant select on public.promo_redemptions to authenticated;
create policy "staff read promo redemptions" on public.promo_redemptions
  for select to authenticated using ((select private.may('promos.read')));
create index promo_redemptions_customer on public.promo_redemptions (promotion_id, customer_key)
  where status = 'claimed';
create index promo_redemptions_order on public.promo_redemptions (order_id);
-- The results of a promotion.
create index promo_redemptions_results on public.promo_redemptions (promotion_id, created_at);

-- Carts that asked for a promotion and did not get it, by the reason and the day of the shop. A buyer counts once in ten
-- minutes for each reason (docs/why/promotions.md).
create table private.promo_refusals_daily (
  promotion_id uuid not null references public.promotions (id) on delete cascade,
  -- A code of `PromoProblem`.
  reason text not null constraint promo_refusal_reason_invalid check (reason ~ '^promo_[a-z_]{1,40}$'),
  day date not null,
  n integer not null check (n > 0),
  primary key (promotion_id, day, reason)
);
select private.protect('private.promo_refusals_daily');

-- The uses of a promotion by one customer key. The primary key enforces the limit per customer.
create table private.promo_customer_uses (
  promotion_id uuid not null references public.promotions (id),
  customer_key text not null,
  n integer not null check (n > 0),
  redemption_id uuid not null references public.promo_redemptions (id) on delete cascade,
  constraint promo_use_counted_already primary key (promotion_id, customer_key, n)
);
select private.protect('private.promo_customer_uses');
create index promo_customer_uses_redemption on private.promo_customer_uses (redemption_id);

-- A claim takes a use, its share of the budget and a number per customer key, or nothing. The lock on the promotion's
-- row serialises concurrent claims; a release returns each of them once.
create function private.apply_redemption() returns trigger
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
  -- The update above locks the promotion's row. Concurrent orders run one after the other, and each sees the earlier ones.
  if tg_op = 'INSERT' and promotion.first_order_only and exists (
    select from public.orders mine join public.orders o on o.id <> mine.id and o.status not in ('canceled', 'expired')
      and (o.customer_id = mine.customer_id or private.normalised_email(o.email) = private.normalised_email(mine.email))
    where mine.id = new.order_id
  ) then
    raise exception 'not a first order' using errcode = 'check_violation', constraint = 'promo_already_used';
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

-- private.erase_person() replaces the key of a redemption; this trigger anonymises the uses too.
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

-- Counts promo codes against a rate limit before anybody looks them up, so that concurrent requests learn no more
-- than sequential ones (docs/why/promotions.md). The row `{key}` of private.rate_limits counts the different codes of the
-- current window. The row `{key}:{code}` records that a code was tried in that window: `used` is 1 while the code
-- counts, and 0 after it turned out to be valid.
-- Counts every code that is new in the window of each key, or none of them when they exceed a limit.
-- Returns 0, or the seconds until another try is allowed.
create function private.claim_code_guesses(
  keys text[], limits integer[], window_seconds integer, codes text[]
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  seconds integer;
begin
  -- Locks the counters in one order, so that two requests never deadlock.
  insert into private.rate_limits as current (key, used, resets_at)
  select k, 0, now() + make_interval(secs => window_seconds) from unnest(keys) k order by k
  on conflict (key) do update set
    used = case when current.resets_at <= now() then 0 else current.used end,
    resets_at = case when current.resets_at <= now() then excluded.resets_at else current.resets_at end;

  select max(greatest(1, ceil(extract(epoch from counter.resets_at - now()))::integer)) into seconds
  from unnest(keys, limits) as wanted (key, most)
  join private.rate_limits counter on counter.key = wanted.key
  where counter.used >= wanted.most or wanted.most < counter.used + (
    select count(*) from unnest(codes) code
    where not exists (
      select from private.rate_limits asked
      where asked.key = counter.key || ':' || code and asked.resets_at = counter.resets_at));
  if seconds is not null then return seconds; end if;

  with fresh as (
    insert into private.rate_limits as asked (key, used, resets_at)
    select counter.key || ':' || code, 1, counter.resets_at
    from private.rate_limits counter, unnest(codes) code
    where counter.key = any (keys)
    on conflict (key) do update set used = 1, resets_at = excluded.resets_at
      where asked.resets_at <> excluded.resets_at
    returning asked.key
  )
  update private.rate_limits counter
  set used = used + (select count(*) from fresh, unnest(codes) code where fresh.key = counter.key || ':' || code)
  where counter.key = any (keys);
  return 0;
end $$;
grant execute on function private.claim_code_guesses(text[], integer[], integer, text[]) to service_role;

-- Stops counting codes that turned out to be valid. Idempotent.
create function private.release_code_guesses(keys text[], codes text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.rate_limits where key = any (keys) order by key for update;
  with released as (
    update private.rate_limits asked set used = 0
    from private.rate_limits counter, unnest(codes) code
    where counter.key = any (keys) and asked.key = counter.key || ':' || code
      and asked.resets_at = counter.resets_at and asked.used = 1
    returning counter.key
  )
  update private.rate_limits counter
  set used = used - (select count(*) from released where released.key = counter.key)
  where counter.key = any (keys);
end $$;
grant execute on function private.release_code_guesses(text[], text[]) to service_role;
