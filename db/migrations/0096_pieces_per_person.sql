-- How many pieces of one variant one person may take out of the stock without paying (decision 0057).

alter table public.shop_settings
  -- Pieces of one variant in one order, and in all unpaid orders of one person together.
  add column max_pieces integer not null default 20 constraint max_pieces_invalid check (max_pieces between 1 and 99),
  -- An order is scarce when it leaves so many pieces of a variant or fewer.
  add column scarce_pieces integer not null default 5 constraint scarce_pieces_invalid check (scarce_pieces between 0 and 1000),
  -- How long a scarce order waits for its payment, however slow its payment method is.
  add column scarce_payment_minutes integer not null default 30
    constraint scarce_payment_minutes_invalid check (scarce_payment_minutes between 5 and 10080);
alter table public.product_variants
  -- Replaces shop_settings.max_pieces for this variant.
  add column max_pieces integer constraint variant_max_pieces_invalid check (max_pieces between 1 and 99);

alter table public.orders
  -- Of a scarce order: no payment method may move `expires_at` beyond it.
  add column pay_before timestamptz;
grant select (pay_before) on public.orders to authenticated;

-- Whose unpaid order it is, by private.customer_keys() and by network. A row lives while the order waits for its payment.
create table private.unpaid_buyers (
  order_id uuid not null references public.orders (id) on delete cascade,
  buyer_key text not null constraint buyer_key_invalid check (length(buyer_key) between 1 and 400),
  primary key (buyer_key, order_id)
);
select private.protect('private.unpaid_buyers'::regclass);
create index unpaid_buyers_order on private.unpaid_buyers (order_id);

create function private.follow_unpaid_buyers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.unpaid_buyers (order_id, buyer_key)
    select distinct new.id, key from unnest(private.customer_keys(new.customer_id, new.email, new.phone)) key;
  else
    delete from private.unpaid_buyers where order_id = new.id;
  end if;
  return null;
end $$;
create trigger add_unpaid_buyers after insert on public.orders
  for each row when (new.status = 'awaiting_payment') execute function private.follow_unpaid_buyers();
create trigger remove_unpaid_buyers after update of status on public.orders
  for each row when (old.status = 'awaiting_payment' and new.status <> 'awaiting_payment')
  execute function private.follow_unpaid_buyers();
insert into private.unpaid_buyers (order_id, buyer_key)
select distinct o.id, key from public.orders o, unnest(private.customer_keys(o.customer_id, o.email, o.phone)) key
where o.status = 'awaiting_payment';

create function private.max_pieces(variant uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(v.max_pieces, s.max_pieces) from public.product_variants v, public.shop_settings s where v.id = variant
$$;
grant execute on function private.max_pieces(uuid) to service_role;

-- The stock item's row is locked by private.apply_hold(), so all unpaid orders of the variant are counted one after the
-- other. Gifts are given by the shop and do not count. Many people share one network, so it may hold more pieces.
create function private.limit_pieces() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := private.max_pieces(new.variant_id);
  people_of_a_network constant integer := 5;
  asked integer;
begin
  select coalesce(sum(quantity), 0) into asked from public.order_lines
  where order_id = new.order_id and variant_id = new.variant_id and not is_gift;
  if asked > most then
    raise exception 'too many pieces in one order' using errcode = 'check_violation', constraint = 'too_many_pieces';
  end if;
  if exists (
    select from private.unpaid_buyers mine
    join private.unpaid_buyers same on same.buyer_key = mine.buyer_key
    join public.stock_holds h on h.order_id = same.order_id and h.variant_id = new.variant_id and h.status = 'active'
    join public.order_lines l on l.order_id = h.order_id and l.variant_id = h.variant_id and not l.is_gift
    where mine.order_id = new.order_id
    group by mine.buyer_key
    having sum(l.quantity) > most * case when mine.buyer_key like 'network:%' then people_of_a_network else 1 end
  ) then
    raise exception 'too many unpaid pieces of one person'
      using errcode = 'check_violation', constraint = 'too_many_unpaid_pieces';
  end if;
  return null;
end $$;
-- After `apply_hold`, whose name comes before this one.
create trigger limit_pieces after insert on public.stock_holds
  for each row when (new.status = 'active') execute function private.limit_pieces();
