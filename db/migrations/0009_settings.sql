-- The merchant's own settings: one row.

create table public.shop_settings (
  only_row boolean primary key default true check (only_row),
  name text not null default 'Toko',
  -- Only a registered shop (PKP) may charge PPN; false means no tax line at all.
  charges_ppn boolean not null default true,
  -- PPN inside prices is amount × 11/111: 12 % of 11/12 of the price (PMK 131/2024).
  ppn_numerator integer not null default 11 check (ppn_numerator > 0),
  ppn_denominator integer not null default 111 check (ppn_denominator > ppn_numerator),
  terms_version text not null default '2026-11',
  order_prefix text not null default 'INV-',
  order_start integer not null default 10001,
  -- How long an order waits for its payment, and how long after that its pieces stay set aside.
  payment_minutes integer not null default 60 check (payment_minutes between 5 and 10080),
  hold_grace_minutes integer not null default 5 check (hold_grace_minutes >= 0),
  -- Orders placed before this hour (WIB) leave the shop on the same working day.
  cutoff_hour integer not null default 14 check (cutoff_hour between 0 and 23),
  -- Days on which nothing leaves the shop, besides Sundays.
  holidays date[] not null default '{}',
  email text not null default '',
  whatsapp text not null default '',
  address text not null default ''
);
select private.protect('public.shop_settings');
grant select on public.shop_settings to anon, authenticated;
create policy "everybody reads the shop's settings" on public.shop_settings
  for select to anon, authenticated using (true);
insert into public.shop_settings default values;

-- Order numbers without gaps: the row is locked by the transaction that places the order.
create table public.order_counter (
  only_row boolean primary key default true check (only_row),
  last integer not null
);
select private.protect('public.order_counter');
insert into public.order_counter (last) select order_start - 1 from public.shop_settings;

create function private.next_order_number() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  prefix text;
  number integer;
begin
  select order_prefix into prefix from public.shop_settings;
  update public.order_counter set last = last + 1 returning last into number;
  return prefix || number;
end $$;
grant execute on function private.next_order_number() to service_role;
