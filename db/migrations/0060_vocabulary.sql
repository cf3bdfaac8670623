-- The words of products, for searches of a large shop (docs/why/catalogue.md): how common a word is decides how it is searched, a
-- word that no product has is read as the most similar one, and a common word keeps the best of its products. Colours and sizes
-- are words too, e.g. '~colour:putih' and '~size:xl': no visitor can type these.

create table private.vocabulary (
  word text collate "C" primary key,
  -- Public products that had it at the last pass.
  products integer not null default 0,
  -- The first of them in the order of popularity, for a word that many have.
  best uuid[] not null default '{}',
  -- The same two of the pass that runs.
  counted integer not null default 0,
  gathered uuid[] not null default '{}'
);
select private.protect('private.vocabulary');
create index vocabulary_similar on private.vocabulary using gin (word extensions.gin_trgm_ops);

-- Counts the words of the next products in the order of popularity, after a place of the whole shop, and returns the place
-- of the last of them; no row: the pass is over. Words with digits are numbers and article numbers, which nothing corrects.
create function private.count_words(after_out boolean, after_rank integer, after_newness bigint, after_id uuid, most integer)
returns table (is_out boolean, sales_rank integer, newness bigint, product_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  max_best constant integer := 480;
begin
  return query
  with chunk as materialized (
    select p.is_out, p.sales_rank, p.newness, p.product_id from private.catalogue_places p
    where p.category_id = private.whole_shop()
      -- Before all places where none is given: `is null or` would keep the comparison off the index.
      and (p.is_out, p.sales_rank, p.newness, p.product_id) > (coalesce(after_out, false), coalesce(after_rank, -2147483648),
        coalesce(after_newness, -9223372036854775808), coalesce(after_id, private.whole_shop()))
    order by p.is_out, p.sales_rank, p.newness, p.product_id limit most
  ), named as (
    select row_number() over (order by c.is_out, c.sales_rank, c.newness, c.product_id) as place, c.product_id as id,
      p.colours, p.sizes,
      concat_ws(' ', p.name ->> 'id', p.name ->> 'en', array_to_string(p.tags, ' '), (
        select string_agg(concat_ws(' ', k.name ->> 'id', k.name ->> 'en'), ' ') from public.categories k
        where k.id in (select unnest(b.path) from public.categories b where b.id = any (p.category_ids)))) as text
    from chunk c join public.products p on p.id = c.product_id
  ), counted as (
    insert into private.vocabulary as v (word, counted, gathered)
    select word, count(*), (array_agg(id order by place))[:max_best]
    from (
      select lexeme as word, id, place
      from named, unnest(to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', text))))
      where lexeme !~ '\d' and length(lexeme) between 2 and 40
      union all
      select '~colour:' || value, id, place from named, unnest(colours) value
      union all
      select '~size:' || value, id, place from named, unnest(sizes) value
    ) said group by word order by word
    on conflict (word) do update set counted = v.counted + excluded.counted,
      gathered = case when cardinality(v.gathered) < max_best
        then (v.gathered || excluded.gathered)[:max_best] else v.gathered end
  )
  select c.is_out, c.sales_rank, c.newness, c.product_id from chunk c
  order by c.is_out desc, c.sales_rank desc, c.newness desc, c.product_id desc limit 1;
end $$;
revoke execute on function private.count_words(boolean, integer, bigint, uuid, integer) from public;
grant execute on function private.count_words(boolean, integer, bigint, uuid, integer) to service_role;

-- Ends a pass: what it counted is the vocabulary. common: products that a word needs to keep its best ones.
create function private.adopt_words(common integer) returns void
language sql security definer set search_path = ''
as $$
  delete from private.vocabulary where counted = 0;
  update private.vocabulary set products = counted, counted = 0, gathered = '{}',
    best = case when counted >= common then gathered else '{}' end;
$$;
revoke execute on function private.adopt_words(integer) from public;
grant execute on function private.adopt_words(integer) to service_role;

-- Loads the extension's library into this session, as in 0007_catalogue.sql.
select extensions.similarity('', '');

-- What the vocabulary knows of the words that a visitor typed, in their order. `products`: how many products have words that
-- begin with it, a little too many where one product has several. `is_whole`: no longer word begins with it. `commonest`: the
-- one that most products have.
-- corrects: a word that begins none of them is read as the most similar one, unless it is short or has digits.
create function catalogue.read_words(words text[], corrects boolean)
returns table (word text, products bigint, is_whole boolean, commonest text)
language sql stable security definer rows 8 set search_path = ''
set pg_trgm.similarity_threshold = '0.2'
as $$
  select read.word, coalesce(known.products, 0), coalesce(known.is_whole, false), known.commonest
  from unnest(words) with ordinality w (typed, place)
  cross join lateral (
    select coalesce(case when corrects and length(typed) >= 4 and typed !~ '\d' and not exists (
        select from private.vocabulary v
        where v.products > 0 and v.word >= typed and v.word < typed || chr(1114111)) then (
      select v.word from private.vocabulary v where v.products > 0 and v.word < '~' and v.word operator(extensions.%) typed
      order by extensions.similarity(v.word, typed) desc, v.products desc, v.word limit 1
    ) end, typed) as word
  ) read
  cross join lateral (
    select sum(v.products) as products, count(*) = 1 and min(v.word) = read.word as is_whole,
      (array_agg(v.word order by v.products desc, v.word))[1] as commonest
    from (
      select v.word, v.products from private.vocabulary v
      where v.products > 0 and v.word >= read.word and v.word < read.word || chr(1114111) limit 2000
    ) v
  ) known
  order by w.place
$$;
revoke execute on function catalogue.read_words(text[], boolean) from public;
grant execute on function catalogue.read_words(text[], boolean) to anon, authenticated, service_role;

-- The best products of a word that many products have, in the order of popularity at the last pass.
create function catalogue.best_of_word(wanted text) returns table (product_id uuid, place bigint)
language sql stable security definer rows 480 set search_path = ''
as $$
  select b.id, b.place from private.vocabulary v, unnest(v.best) with ordinality b (id, place) where v.word = wanted
$$;
revoke execute on function catalogue.best_of_word(text) from public;
grant execute on function catalogue.best_of_word(text) to anon, authenticated, service_role;
