-- Processes keep what they have read of the catalogue until somebody changes it; this tells them. One statement,
-- one message, delivered when the transaction commits.

create function private.announce_catalogue() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;

create trigger announce_catalogue after insert or update or delete or truncate on public.categories
  for each statement execute function private.announce_catalogue();
create trigger announce_catalogue after insert or update or delete or truncate on public.products
  for each statement execute function private.announce_catalogue();
create trigger announce_catalogue after insert or update or delete or truncate on public.product_categories
  for each statement execute function private.announce_catalogue();
create trigger announce_catalogue after insert or update or delete or truncate on public.product_variants
  for each statement execute function private.announce_catalogue();
create trigger announce_catalogue after insert or update or delete or truncate on public.product_images
  for each statement execute function private.announce_catalogue();
