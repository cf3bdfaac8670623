-- The settings of the shop, which the merchant changes in the back office: one row.

create table public.shop_settings (
  only_row boolean primary key default true check (only_row),
  name text not null default 'Toko',
  legal_name text not null default '',
  street text not null default '',
  city text not null default '',
  email text not null default '',
  whatsapp text not null default '',
  -- A translated text.
  hours jsonb not null default '{"id": "", "en": ""}'
    check (jsonb_typeof(hours -> 'id') = 'string' and jsonb_typeof(hours -> 'en') = 'string'),
  time_zone text not null default 'Asia/Jakarta' constraint time_zone_unknown
    check (time_zone in ('Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura')),
  -- Only a registered shop (PKP) may charge PPN, and its invoices print its tax number. False: no tax line at all.
  charges_ppn boolean not null default false,
  -- NPWP: 16 digits, or 15 in its old form. Visitors cannot read it: a sole trader's NPWP is the number of the identity card.
  npwp text not null default '' constraint npwp_invalid check (npwp ~ '^([0-9]{15,16})?$'),
  constraint npwp_missing check (not charges_ppn or npwp <> ''),
  terms_version text not null default '2026-11-b',
  order_prefix text not null default 'INV-',
  order_start integer not null default 10001,
  -- Consecutive numbers reveal how many orders a shop has; `random` hides that (business rule 10).
  order_numbering text not null default 'counted'
    constraint order_numbering_unknown check (order_numbering in ('counted', 'random')),
  -- How long an order awaits payment.
  payment_minutes integer not null default 60 check (payment_minutes between 5 and 10080),
  -- How long an order awaits payment by instructions, e.g. a bank transfer.
  instructions_minutes integer not null default 1440 check (instructions_minutes between 10 and 10080),
  -- How long the holds of an expired order stay.
  hold_grace_minutes integer not null default 5 check (hold_grace_minutes >= 0),
  -- Buyers may check out without an account, with an e-mail address and a telephone number.
  guest_checkout boolean not null default true,
  -- Stock is low from this many pieces of a variant down, where the product has no limit of its own.
  low_stock_pieces integer not null default 5
    constraint low_stock_pieces_invalid check (low_stock_pieces between 0 and 1000),
  -- Whether staff with `stock.adjust` get a mail when stock becomes low or sold out.
  low_stock_mails boolean not null default true,
  -- Pieces of one variant in one order, and in all unpaid orders of one customer together (docs/why/orders.md).
  max_pieces integer not null default 20 constraint max_pieces_invalid check (max_pieces between 1 and 99),
  -- An order is scarce when it leaves at most this many pieces of a variant.
  scarce_pieces integer not null default 5 constraint scarce_pieces_invalid check (scarce_pieces between 0 and 1000),
  -- How long a scarce order awaits payment with any payment method.
  scarce_payment_minutes integer not null default 30
    constraint scarce_payment_minutes_invalid check (scarce_payment_minutes between 5 and 10080),
  -- Whether that time also limits bank transfers, which staff have to find on a statement.
  scarce_transfers boolean not null default false,
  cod_fee bigint not null default 5000 check (cod_fee between 0 and 1000000),
  -- Cash on delivery is offered for totals between these, fee not included.
  cod_min bigint not null default 0 check (cod_min >= 0),
  cod_max bigint not null default 2000000 check (cod_max >= cod_min),
  -- Whether nothing ships on national holidays. Weekdays and the shop's own closures are in cutoffs and shop_closures.
  observes_national_holidays boolean not null default true,
  -- The weight of a variant that has not been weighed.
  default_weight_grams integer not null default 500
    constraint default_weight_invalid check (default_weight_grams > 0),
  -- Where shipments start, for live courier rates.
  origin_region_code text not null default ''
    constraint origin_region_invalid check (origin_region_code ~ '^(|\d{6}|\d{10})$'),
  return_prefix text not null default 'RET-',
  -- Days after delivery within which a customer may request a return, and may claim. Four calendar days always cover
  -- two working days.
  return_days integer not null default 7 check (return_days between 0 and 365),
  claim_days integer not null default 4 check (claim_days between 0 and 365),
  -- How long an unconfirmed delivery is assumed to take.
  transit_days integer not null default 7 check (transit_days between 0 and 60),
  -- Who pays the postage of a return for a change of mind. The shop always pays for a claim.
  return_postage text not null default 'buyer'
    constraint return_postage_unknown check (return_postage in ('buyer', 'shop')),
  -- Whole rupiah. A larger refund needs a second approval (docs/why/staff.md). Null: never.
  refund_limit bigint default 2000000 constraint refund_limit_invalid check (refund_limit >= 0),
  -- Whole rupiah that one person may refund alone within 24 hours, so that a large refund is not split. Null: any sum.
  refund_day_limit bigint default 10000000 constraint refund_day_limit_invalid check (refund_day_limit >= 0),
  -- The merchant's own texts of the home page by name, each a translated text, and of the page About as `about`
  -- (shop/settings/merchant/home-texts.server.ts, shop/settings/merchant/about-page.server.ts). A neutral text replaces each missing one.
  home_texts jsonb not null default '{}'
    constraint home_texts_invalid check (jsonb_typeof(home_texts) = 'object'),
  version integer not null default 1
);
select private.protect('public.shop_settings');
grant select (
  only_row, name, legal_name, street, city, email, whatsapp, hours, time_zone, charges_ppn, terms_version,
  order_prefix, order_start, order_numbering, payment_minutes, instructions_minutes, hold_grace_minutes,
  guest_checkout, low_stock_pieces, low_stock_mails, max_pieces, scarce_pieces, scarce_payment_minutes,
  scarce_transfers, cod_fee, cod_min, cod_max, observes_national_holidays, default_weight_grams, origin_region_code,
  return_prefix, return_days, claim_days, transit_days, return_postage, home_texts,
  version
) on public.shop_settings to anon, authenticated;
create policy "everybody reads the shop's settings" on public.shop_settings
  for select to anon, authenticated using (true);
select private.log_changes('public.shop_settings');

insert into public.shop_settings default values;

create trigger raise_version before update on public.shop_settings
  for each row execute function private.raise_version();
select private.audit('public.shop_settings', 'settings', 'only_row');

-- Applies a changed low_stock_pieces to every variant whose product has no limit of its own.
create function private.refresh_stock_bands() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.product_variants v set stock_band = private.stock_band(s.available, new.low_stock_pieces)
  from public.stock_items s, public.products p
  where s.variant_id = v.id and p.id = v.product_id and p.low_stock_at is null
    and v.stock_band <> private.stock_band(s.available, new.low_stock_pieces);
  return null;
end $$;
create trigger refresh_stock_bands after update of low_stock_pieces on public.shop_settings
  for each row when (old.low_stock_pieces <> new.low_stock_pieces) execute function private.refresh_stock_bands();

-- The limit of pieces per customer that applies to a variant.
create function private.max_pieces(variant uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(v.max_pieces, s.max_pieces) from public.product_variants v, public.shop_settings s where v.id = variant
$$;
grant execute on function private.max_pieces(uuid) to service_role;

-- Steps of the first setup that staff put aside, or decided where the decision leaves no other trace. Whether any other
-- step is done follows from what the shop has.
create table private.setup_steps (
  step text primary key constraint setup_step_unknown
    check (step in ('identity', 'address', 'tax', 'product', 'delivery', 'payment', 'purchase')),
  is_decided boolean not null default false,
  at timestamptz not null default now()
);
select private.protect('private.setup_steps');
select private.audit('private.setup_steps', 'settings', 'step');

-- Facts about the program's own operation: those that it observed, which the list of risks in the back office uses, and
-- those that all of its processes share.
create table private.operation_facts (
  fact text primary key check (fact in ('backup_made', 'forwarded_header_seen', 'public_url', 'maintenance', 'worker_seen')),
  -- The address of `public_url`; empty for the others.
  value text not null default '',
  -- The most recent time.
  seen_at timestamptz not null default now()
);
select private.protect('private.operation_facts');

-- Metrics of the job queue. Waiting: due, and not taken by a worker. Failed: no attempts left. plpgsql, because the queue's
-- tables may change with its version.
create function private.queue_figures()
  returns table (waiting int, oldest_seconds int, failed int)
  language plpgsql stable security definer set search_path to '' as $$
begin
  return query
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::int,
      count(*) filter (where attempts >= max_attempts)::int
    from graphile_worker.jobs where locked_at is null;
end $$;
grant execute on function private.queue_figures() to service_role;

-- Minutes that the oldest due job has waited while no worker runs. Null when a worker reported recently, or when no job has
-- waited for five minutes.
create function private.minutes_without_worker() returns int
  language plpgsql stable security definer set search_path to '' as $$
begin
  if exists (
    select from private.operation_facts where fact = 'worker_seen' and seen_at > now() - interval '5 minutes'
  ) then
    return null;
  end if;
  return (
    select extract(epoch from now() - min(run_at))::int / 60 from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at < now() - interval '5 minutes'
  );
end $$;
grant execute on function private.minutes_without_worker() to service_role;
