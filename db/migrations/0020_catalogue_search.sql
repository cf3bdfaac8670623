-- Search: similar words, synonyms and the vocabulary.

-- Loads the extension's library into this session: only then may an owner who is no superuser name its setting in a function.
select extensions.word_similarity('', '');

-- The products that match typed words, each with what lists show and sort by.
-- prefixes: every word is the beginning of a word of the product. typed: close to a part of the product's text, which
-- forgives spelling mistakes; the threshold below is how close.
create function catalogue.search_products(prefixes tsquery, typed text)
returns table (
  id uuid, name jsonb, option_values text[], personalisable boolean, published_at timestamptz, best_seller_rank integer,
  price_from bigint, price_to bigint, was_price bigint, stock_band text, colours text[], sizes text[], category_ids uuid[],
  is_exact boolean, closeness real
)
language sql stable rows 100 set search_path = ''
set pg_trgm.word_similarity_threshold = '0.45'
-- The planner prices `%>` like any comparison, although it costs a hundred times as much: it must not try every row.
set enable_seqscan = off
as $$
  select p.id, p.name, p.option_values, p.personalisable, p.published_at, p.best_seller_rank,
    p.price_from, p.price_to, p.was_price, p.stock_band, p.colours, p.sizes, p.category_ids,
    p.search @@ prefixes, extensions.word_similarity(typed, p.search_text)
  from catalogue.products p
  where p.search @@ prefixes or p.search_text operator(extensions.%>) typed
$$;
revoke execute on function catalogue.search_products(tsquery, text) from public;
grant execute on function catalogue.search_products(tsquery, text) to anon, authenticated, service_role;

-- The products in stock whose text is closest to what was typed, the closest first, then by id.
create function catalogue.nearest_products(typed text, many integer)
returns table (id uuid, place bigint)
language plpgsql stable rows 4 set search_path = ''
set pg_trgm.word_similarity_threshold = '0.45'
set enable_seqscan = off
as $$
declare
  threshold text;
  found_ids uuid[];
begin
  -- Whatever is below a threshold comes after everything above it, so the first threshold with enough rows decides.
  -- The last one finds every row that shares a trigram.
  foreach threshold in array '{0.45, 0.3, 0.15, 0.001}'::text[] loop
    perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
    found_ids := array(
      select p.id from catalogue.products p
      where p.search_text operator(extensions.%>) typed and p.stock_band <> 'out'
      order by extensions.word_similarity(typed, p.search_text) desc, p.id limit many);
    exit when cardinality(found_ids) >= many;
  end loop;
  return query
    select f.id, f.place from unnest(found_ids) with ordinality f (id, place)
    union all
    (select p.id, many + row_number() over (order by p.id) from catalogue.products p
     where p.stock_band <> 'out' and p.id <> all (found_ids)
     order by p.id limit many - cardinality(found_ids));
end $$;
revoke execute on function catalogue.nearest_products(text, integer) from public;
grant execute on function catalogue.nearest_products(text, integer) to anon, authenticated, service_role;

-- A word that shoppers type, and the words of the shop's own texts that are searched as well. The merchant owns the list.
create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- The language of the word. A search uses the words of all languages, because visitors mix them.
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
select private.audit('public.search_synonyms', 'settings', 'word');
select private.log_changes('public.search_synonyms');
create trigger raise_version before update on public.search_synonyms
  for each row execute function private.raise_version();

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

-- Counts of searches that match products, without the person or network.
create table private.searched_words (
  language text not null constraint searched_language_unknown check (language in ('id', 'en')),
  day date not null,
  words text not null constraint searched_words_invalid check (length(words) between 3 and 40),
  times integer not null default 1,
  primary key (language, day, words)
);
select private.protect('private.searched_words');

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

-- Loads the extension's library into this session, for the same reason as above.
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
