-- Numbers that follow each other tell how much a shop sells. Business rule 10.
alter table public.shop_settings
  add column order_numbering text not null default 'counted'
    constraint order_numbering_unknown check (order_numbering in ('counted', 'random'));

-- The counter counts either way: its lock keeps two orders from drawing one number, and who changes their mind goes on
-- where it stands. Numbers that are drawn have eight digits; below them nobody has to look whether one is taken.
create or replace function private.next_order_number() returns text language plpgsql security definer
set search_path = '' as $$
declare
  shop record;
  drawn bigint;
begin
  select order_prefix, order_start, order_numbering into shop from public.shop_settings;
  loop
    update public.order_counter set last = greatest(last + 1, shop.order_start) returning last into drawn;
    if shop.order_numbering = 'random' then
      drawn := 10000000 + floor(random() * 90000000);
    end if;
    exit when drawn < 10000000
      or not exists (select from public.orders where number = shop.order_prefix || drawn);
  end loop;
  return shop.order_prefix || drawn;
end $$;
