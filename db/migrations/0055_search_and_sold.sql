-- Other words for what the shop sells, and how many pieces of a product were sold (docs/why/catalogue.md).

-- A word that shoppers type, and the words of the shop's own texts that are searched as well. The merchant owns the list.
create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- In which language people say it. A search looks at all of them: visitors mix languages.
  language text not null constraint synonym_language_unknown check (language in ('id', 'en')),
  -- As a search reads it: lower case, without accents, one to three words.
  word text not null constraint synonym_word_invalid
    check (word ~ '^[[:alnum:]]+( [[:alnum:]]+){0,2}$' and word = lower(word) and length(word) <= 60),
  -- Up to ten alternatives of one to four words each, with commas between them.
  means text not null constraint synonym_means_invalid
    check (means ~ '^[[:alnum:]]+( [[:alnum:]]+){0,3}(, [[:alnum:]]+( [[:alnum:]]+){0,3}){0,9}$'
      and means = lower(means) and length(means) <= 200),
  version integer not null default 1,
  constraint synonym_taken unique (word, language)
);
select private.protect('public.search_synonyms');
select private.require_second_factor('public.search_synonyms');
grant select on public.search_synonyms to authenticated;
create policy "staff read the synonyms of the search" on public.search_synonyms
  for select to authenticated using ((select private.may('settings.edit')));
create trigger raise_version before update on public.search_synonyms
  for each row execute function private.raise_version();
select private.audit('public.search_synonyms', 'settings', 'word');
select private.log_changes('public.search_synonyms');

-- A search looks each of its words up, so the list stays short.
create function private.guard_synonym_count() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('search synonyms', 0));
  if (select count(*) from public.search_synonyms) > 300 then
    raise exception 'there are 300 synonyms' using errcode = 'check_violation', constraint = 'too_many_synonyms';
  end if;
  return null;
end $$;
create trigger guard_count after insert on public.search_synonyms
  for each row execute function private.guard_synonym_count();

-- The query of a search: every word, or what it means, is the beginning of a word of the product. Of several words that
-- have a meaning together the longest counts; the last word may be half typed.
create function catalogue.expand_search(words text[]) returns tsquery
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts text[] := '{}';
  many integer := cardinality(words);
  at integer := 1;
  taken integer;
  phrase text;
  meant text;
begin
  while at <= many loop
    taken := least(3, many - at + 1);
    loop
      phrase := array_to_string(words[at : at + taken - 1], ' ');
      select string_agg('(' || replace(m.words, ' ', ':* & ') || ':*)', ' | ') into meant
      from (
        select distinct m.words from public.search_synonyms s cross join lateral regexp_split_to_table(s.means, ', ') m (words)
        where s.word = phrase
          or at + taken - 1 = many and length(phrase) >= 3 and left(s.word, length(phrase)) = phrase
        order by m.words limit 20
      ) m;
      exit when meant is not null or taken = 1;
      taken := taken - 1;
    end loop;
    parts := parts || ('(' || concat_ws(' | ', '(' || replace(phrase, ' ', ':* & ') || ':*)', meant) || ')');
    at := at + taken;
  end loop;
  return to_tsquery('pg_catalog.simple', array_to_string(parts, ' & '));
end $$;
revoke execute on function catalogue.expand_search(text[]) from public;
grant execute on function catalogue.expand_search(text[]) to anon, authenticated, service_role;

-- Pieces of a product that were paid and not refunded. A job adds up the changes, so that no page counts orders and no
-- payment waits for another one's row.
create table private.product_sold (
  product_id uuid primary key references public.products (id) on delete cascade,
  pieces bigint not null,
  -- Pieces by `sold_weight`: who sold most lately has most, and nobody adds up again what grows old.
  trend double precision not null,
  -- What everybody may know: rounded down, and nothing of what hardly sells.
  shown bigint generated always as (case when pieces < 10 then null when pieces < 1000 then pieces / 10 * 10
    when pieces < 10000 then pieces / 100 * 100 else pieces / 1000 * 1000 end) stored
);
select private.protect('private.product_sold');
grant select, insert, update on private.product_sold to service_role;
create index product_sold_trend on private.product_sold (trend desc, product_id) where pieces > 0;
create table private.sold_changes (
  id bigint generated always as identity primary key,
  product_id uuid not null,
  pieces integer not null,
  -- When their order was placed, also where they were refunded: the same weight goes back.
  ordered_at timestamptz not null
);
select private.protect('private.sold_changes');
grant select, insert, delete on private.sold_changes to service_role;

create view catalogue.product_sold as select product_id, shown from private.product_sold where shown is not null;
grant select on catalogue.product_sold to anon, authenticated, service_role;

-- What a piece counts for in `trend`: twice as much as one of 30 days before.
create function private.sold_weight(ordered_at timestamptz) returns double precision
language sql immutable set search_path = ''
as $$ select power(2, extract(epoch from ordered_at - timestamptz '2026-01-01 00:00Z')::double precision / 2592000) $$;
revoke execute on function private.sold_weight(timestamptz) from public;
grant execute on function private.sold_weight(timestamptz) to service_role;

-- Whether the money of an order came in, whatever was refunded since.
create function private.is_sold(payment_status text) returns boolean
language sql immutable set search_path = ''
as $$ select payment_status in ('paid', 'overcharged', 'partially_refunded', 'refunded') $$;
revoke execute on function private.is_sold(text) from public;
grant execute on function private.is_sold(text) to service_role;

-- An order was paid, or its money was taken back: all pieces that were not refunded.
create function private.note_sold_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, (l.quantity - coalesce(r.pieces, 0)) * case when private.is_sold(new.payment_status) then 1 else -1 end,
    coalesce(new.placed_at, new.created_at)
  from public.order_lines l
  left join lateral (select sum(quantity)::integer as pieces from public.refund_lines where order_line_id = l.id) r on true
  where l.order_id = new.id and not l.is_gift and l.product_id is not null;
  return null;
end $$;
create trigger note_sold after update of payment_status on public.orders
  for each row when (private.is_sold(old.payment_status) <> private.is_sold(new.payment_status))
  execute function private.note_sold_order();

-- Lines of an order that was paid before they were written, as imported ones are.
create function private.note_sold_lines() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, l.quantity, coalesce(o.placed_at, o.created_at) from added l join public.orders o on o.id = l.order_id
  where private.is_sold(o.payment_status) and not l.is_gift and l.product_id is not null;
  return null;
end $$;
create trigger note_sold after insert on public.order_lines referencing new table as added
  for each statement execute function private.note_sold_lines();

create function private.note_sold_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.sold_changes (product_id, pieces, ordered_at)
  select l.product_id, -r.quantity, coalesce(o.placed_at, o.created_at)
  from added r join public.order_lines l on l.id = r.order_line_id join public.orders o on o.id = l.order_id
  where private.is_sold(o.payment_status) and not l.is_gift and l.product_id is not null;
  return null;
end $$;
create trigger note_sold after insert on public.refund_lines referencing new table as added
  for each statement execute function private.note_sold_refund();

-- Adds up to 5,000 changes; returns how many. Those of a product that is gone are forgotten. Pages change with what they
-- show, not with each piece.
create function private.count_sold() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  counted integer;
  changed uuid[];
begin
  with taken as (
    delete from private.sold_changes where id in (
      select id from private.sold_changes order by id limit 5000 for update skip locked)
    returning product_id, pieces, ordered_at
  ),
  added as (
    insert into private.product_sold as s (product_id, pieces, trend)
    select t.product_id, sum(t.pieces), sum(t.pieces * private.sold_weight(t.ordered_at))
    from taken t join public.products p on p.id = t.product_id
    group by t.product_id order by t.product_id
    on conflict (product_id) do update set pieces = s.pieces + excluded.pieces, trend = s.trend + excluded.trend
    returning s.product_id, s.shown
  )
  select (select count(*) from taken), array(
    select a.product_id from added a left join private.product_sold before using (product_id)
    where a.shown is distinct from before.shown)
  into counted, changed;
  perform private.log_tags(changed, array(
    select distinct c.category_id from public.product_categories c where c.product_id = any (changed)));
  return counted;
end $$;
revoke execute on function private.count_sold() from public;
grant execute on function private.count_sold() to service_role;

-- What was sold before.
insert into private.product_sold (product_id, pieces, trend)
select l.product_id, sum(l.quantity - coalesce(r.pieces, 0)),
  sum((l.quantity - coalesce(r.pieces, 0)) * private.sold_weight(coalesce(o.placed_at, o.created_at)))
from public.orders o
join public.order_lines l on l.order_id = o.id and not l.is_gift
join public.products p on p.id = l.product_id
left join lateral (select sum(quantity) as pieces from public.refund_lines where order_line_id = l.id) r on true
where private.is_sold(o.payment_status)
group by l.product_id;

-- Ranks the products that sold best lately, at most 1,000, and takes the rank of those that no longer do; returns how many
-- changed. A shop that has sold nothing keeps the ranks that it was set up with. The rows are locked in the order of their ids,
-- as all that write many products do.
create function private.rank_best_sellers() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  best constant uuid[] := array(
    select s.product_id from private.product_sold s join public.products p on p.id = s.product_id
    where s.pieces > 0 and p.status = 'published' order by s.trend desc, s.product_id limit 1000);
  changed integer;
begin
  if best = '{}' then return 0; end if;
  perform from public.products p
  where p.id = any (best) or p.best_seller_rank is not null order by p.id for no key update;
  update public.products p set best_seller_rank = array_position(best, p.id)
  where (p.id = any (best) or p.best_seller_rank is not null)
    and p.best_seller_rank is distinct from array_position(best, p.id);
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke execute on function private.rank_best_sellers() from public;
grant execute on function private.rank_best_sellers() to service_role;

-- Counts of searches that match products, without the person or network.
create table private.searched_words (
  language text not null constraint searched_language_unknown check (language in ('id', 'en')),
  day date not null,
  words text not null constraint searched_words_invalid check (length(words) between 3 and 40),
  times integer not null default 1,
  primary key (language, day, words)
);
select private.protect('private.searched_words');
