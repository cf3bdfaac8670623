-- Members of rule-based collections, filled, refreshed and deleted in small transactions (docs/why/catalogue.md).

-- Does the next piece of work on a shelf, at most so many products, and returns whether there was any: looks at the next
-- products for a new rule, or takes away places of a shelf that is not needed any more. A product that is saved meanwhile
-- waits for the transaction, and is then placed by its own commit.
create function private.fill_collection_shelf(most integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  shelf private.collection_shelves;
  ids uuid[];
begin
  select * into shelf from private.collection_shelves
  where collection_id is null or not is_full
  order by collection_id is null, made_at limit 1 for update skip locked;
  if not found then return false; end if;
  if shelf.collection_id is null then
    delete from private.catalogue_places where (product_id, category_id) in (
      select product_id, category_id from private.catalogue_places where category_id = shelf.id
      order by newness, product_id limit most);
    if not found then delete from private.collection_shelves where id = shelf.id; end if;
    return true;
  end if;
  ids := array(select id from public.products where shelf.filled_to is null or id > shelf.filled_to order by id limit most);
  perform from public.products where id = any (ids) order by id for no key update;
  perform private.place_products(ids, shelf.id);
  update private.collection_shelves set filled_to = coalesce(ids[cardinality(ids)], filled_to),
    is_full = cardinality(ids) < most
  where id = shelf.id;
  if cardinality(ids) < most then
    update private.collection_shelves set collection_id = null where collection_id = shelf.collection_id and id <> shelf.id;
    perform private.log_anything();
  end if;
  return true;
end $$;
revoke execute on function private.fill_collection_shelf(integer) from public;
grant execute on function private.fill_collection_shelf(integer) to service_role;

-- The greatest newness of a rule that wants products of the last days.
create function private.oldest_newness(rule jsonb) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(private.newness(now() - make_interval(days => (rule ->> 'newest_days')::integer)), 9223372036854775807)
$$;
revoke execute on function private.oldest_newness(jsonb) from public;

-- Takes away up to so many places that have become too old for their rule, and returns how many. Readers pass over these.
create function private.drop_old_places(most integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  dropped integer;
begin
  delete from private.catalogue_places where (product_id, category_id) in (
    select o.product_id, o.category_id from private.collection_shelves s cross join lateral (
      select o.product_id, o.category_id from private.catalogue_places o
      where o.category_id = s.id and o.newness > private.oldest_newness(s.rule)
      order by o.newness, o.product_id limit most
    ) o where s.collection_id is not null and s.rule ? 'newest_days' limit most);
  get diagnostics dropped = row_count;
  return dropped;
end $$;
revoke execute on function private.drop_old_places(integer) from public;
grant execute on function private.drop_old_places(integer) to service_role;

-- Where the products of a collection by rule have their places, whether or not the collection is public: callers check that.
-- `oldest`: places of a greater newness have left it. `is_filling`: a new rule is being followed, and `total` is of the
-- previous one, or of what was found so far.
create function catalogue.collection_shelf(wanted uuid)
returns table (shelf_id uuid, oldest bigint, total integer, is_filling boolean)
language sql stable security definer rows 1 set search_path = ''
as $$
  select s.id, private.oldest_newness(s.rule), (
      coalesce((select n from catalogue.counts where category_id = s.id and key = 'all'), 0)
      - (select count(*) from private.catalogue_places o
        where s.rule ? 'newest_days' and o.category_id = s.id and o.newness > private.oldest_newness(s.rule)))::integer,
    exists (select from private.collection_shelves where collection_id = wanted and not is_full)
  from private.collection_shelves s where s.collection_id = wanted order by s.is_full desc, s.made_at desc limit 1
$$;
revoke execute on function catalogue.collection_shelf(uuid) from public;
grant execute on function catalogue.collection_shelf(uuid) to anon, authenticated, service_role;
