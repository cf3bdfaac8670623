-- A statement that changes no row is announced too: every order said that the catalogue had changed, once for each kind
-- of thing in it, and all processes forgot what they had read. The band is now only written when it changes.
create or replace function private.follow_stock_band() returns trigger
  language plpgsql security definer set search_path to '' as $$
begin
  if tg_op = 'UPDATE' and private.stock_band(old.available) = private.stock_band(new.available) then
    return null;
  end if;
  update public.product_variants set stock_band = private.stock_band(new.available) where id = new.variant_id;
  return null;
end $$;

-- What quotes keep, beside what the pages keep.
create trigger announce_reading after insert or update or delete or truncate on public.shipping_zone_postcodes
  for each statement execute function private.announce_catalogue();
create trigger announce_reading after insert or update or delete or truncate on public.tax_rates
  for each statement execute function private.announce_catalogue();
