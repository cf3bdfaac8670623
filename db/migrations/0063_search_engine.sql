-- What an optional search engine outside of PostgreSQL needs to follow the products (docs/why/catalogue.md). Without one both tables
-- are empty, and a change of products costs one look at the first.

-- Indexes of the engine, each made for one form of its documents. Visitors' searches use the newest full one.
create table private.engine_indexes (
  uid text primary key,
  -- Of the documents' form, the settings and the engine's address: another one needs a new index.
  fingerprint text not null,
  -- Of the merchant's synonyms that it has; null: none yet.
  synonyms text,
  -- Products up to this one have been sent; null: none yet.
  filled_to uuid,
  is_full boolean not null default false,
  made_at timestamptz not null default clock_timestamp()
);
select private.protect('private.engine_indexes');
grant select, insert, update, delete on private.engine_indexes to service_role;

-- Products that the engine must be told about. A row goes when the engine has said that it is done, so a process that is killed
-- loses none; the same product twice is sent twice.
create table private.engine_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null
);
select private.protect('private.engine_changes');
grant select, insert, delete, truncate on private.engine_changes to service_role;

-- Which process follows the changes, until when. Two at once could send an older document after a newer one.
create table private.engine_lease (
  is_only boolean primary key default true constraint engine_lease_single check (is_only),
  held_until timestamptz not null default '-infinity'
);
select private.protect('private.engine_lease');
grant select, update on private.engine_lease to service_role;
insert into private.engine_lease default values;

create function private.note_engine_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.engine_indexes) then return null; end if;
  if tg_op = 'INSERT' then
    insert into private.engine_changes (product_id) select id from added order by id;
  elsif tg_op = 'DELETE' then
    insert into private.engine_changes (product_id) select id from removed order by id;
  else
    insert into private.engine_changes (product_id)
    select id from (
      select id, status, published_at, stock_band = 'out', best_seller_rank, price_from, price_to, was_price is null, name,
        takes_designs, category_ids, colours, sizes, search_text from added
      except
      select id, status, published_at, stock_band = 'out', best_seller_rank, price_from, price_to, was_price is null, name,
        takes_designs, category_ids, colours, sizes, search_text from removed
    ) changed order by id;
  end if;
  return null;
end $$;
revoke execute on function private.note_engine_changes() from public;
create trigger note_engine_on_insert after insert on public.products referencing new table as added
  for each statement execute function private.note_engine_changes();
create trigger note_engine_on_update after update on public.products referencing old table as removed new table as added
  for each statement execute function private.note_engine_changes();
create trigger note_engine_on_delete after delete on public.products referencing old table as removed
  for each statement execute function private.note_engine_changes();

-- Answers of the engine that processes keep are stale once it has confirmed a change of products, or has another index or other
-- synonyms: before that they are read anew from what it had.
create function private.log_engine_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_tags(array(select distinct product_id from confirmed limit 251), '{}');
  return null;
end $$;
revoke execute on function private.log_engine_changes() from public;
create trigger log_confirmed after delete on private.engine_changes referencing old table as confirmed
  for each statement execute function private.log_engine_changes();
create function private.log_engine_index() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_anything();
  return null;
end $$;
revoke execute on function private.log_engine_index() from public;
create trigger log_full after update on private.engine_indexes
  for each row when ((old.is_full, old.synonyms) is distinct from (new.is_full, new.synonyms))
  execute function private.log_engine_index();
