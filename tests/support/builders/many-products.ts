import type { PoolSql } from "#db/driver.server.ts";

/** Words whose pairs name the generated products; few pairs are similar, as in a real shop. */
const firstWords =
  "kawung parang truntum sekar lereng cendrawasih melati anggrek kamboja teratai bambu rotan jati mahoni pandan lontar pesisir rimba senja fajar purnama samudra gunung lembah sawah kebun pasar kampung keraton dermaga".split(
    " ",
  );
const secondWords =
  "klasik modern ringan tebal halus kasar besar kecil panjang pendek merah biru hijau ungu jingga perak emas tembaga kelabu gading tenun anyam ukir lukis cetak sulam rajut celup bordir prada".split(
    " ",
  );

/**
 * Adds products to the demo shop by copying its own: same options, variants, pictures and categories, other names and
 * prices, some colours missing. Row triggers are disabled; the columns that they maintain are computed here.
 * @param owner a connection of the schema's owner
 * @param from number of the first product, counted from 1
 * @param to number of the last one
 */
export async function addProducts(owner: PoolSql, from: number, to: number): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`alter table public.products disable trigger user`;
    await sql`alter table public.product_variants disable trigger user`;
    await sql`alter table public.product_categories disable trigger user`;
    await sql`
      create temporary table added on commit drop as
      with templates as (
        select *, row_number() over (order by slug) - 1 as place, count(*) over () as many
        from public.products where status = 'published' and slug !~ '-x[0-9]+$'
      )
      select gen_random_uuid() as new_id, t.id as template_id, n, 1 + (n::bigint * 7919 % 13)::int as step,
        (${firstWords}::text[])[1 + (n * 31) % ${firstWords.length}] || ' '
          || (${secondWords}::text[])[1 + (n * 17 + n / 30) % ${secondWords.length}] || ' ' || n as words
      from generate_series(${from}::int, ${to}::int) n join templates t on t.place = n % t.many`;
    await sql`
      insert into public.products (id, slug, name, summary, description, sections, options, tags, personalisable, status,
        published_at, best_seller_rank, price_from, price_to, was_price, stock_band, colours, sizes, category_ids,
        variant_count, only_variant_id, search_text, tax_class, shipping_class)
      select a.new_id, p.slug || '-x' || a.n,
        jsonb_build_object('id', p.name ->> 'id' || ' ' || a.words, 'en', p.name ->> 'en' || ' ' || a.words),
        p.summary, p.description, p.sections, p.options, p.tags, p.personalisable, 'published',
        p.published_at - a.n * interval '1 minute', null, p.price_from + a.step * 500, p.price_to + a.step * 500,
        p.was_price + a.step * 500, case when a.n % 9 = 0 then 'out' else p.stock_band end,
        case when a.n % 3 = 0 then p.colours[2:] else p.colours end, p.sizes, p.category_ids,
        p.variant_count, null, p.search_text || ' ' || a.words, p.tax_class, p.shipping_class
      from added a join public.products p on p.id = a.template_id`;
    await sql`
      insert into public.product_categories (product_id, category_id)
      select a.new_id, c.category_id from added a join public.product_categories c on c.product_id = a.template_id`;
    await sql`
      insert into public.product_variants (product_id, sku, options, price, was_price, weight_grams, position, archived,
        stock_band)
      select a.new_id, v.sku || '-x' || a.n, v.options, v.price + a.step * 500, v.was_price + a.step * 500,
        v.weight_grams, v.position, v.archived, case when a.n % 9 = 0 then 'out' else v.stock_band end
      from added a join public.product_variants v on v.product_id = a.template_id`;
    await sql`
      insert into public.product_images (product_id, path, alt, colour, width, height, position)
      select a.new_id, i.path, i.alt, i.colour, i.width, i.height, i.position
      from added a join public.product_images i on i.product_id = a.template_id`;
    await sql`select private.place_products(array(select new_id from added order by 1))`;
    await sql`alter table public.products enable trigger user`;
    await sql`alter table public.product_variants enable trigger user`;
    await sql`alter table public.product_categories enable trigger user`;
  });
}
