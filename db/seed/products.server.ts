import { readFile } from "node:fs/promises";
import path from "node:path";
import type { TransactionSql } from "../driver.server.ts";
import { categories, products } from "./catalogue/catalogue.ts";
import type { SeedProduct } from "./catalogue/types.ts";
import { seedId } from "./deterministic.ts";

type Placeholders = Record<
  string,
  { thumbhash: string; colour: string; width: number; height: number } | undefined
>;

/** Folder with the demo shop's pictures: `{name}.{width}.{avif|webp}`. */
export const pictureFolder = path.join(import.meta.dirname, "pictures");
/** The folder of the demo shop's pictures in the bucket `product-images`. */
export const picturePrefix = "demo";

export async function seedProducts(sql: TransactionSql): Promise<void> {
  await sql`
    insert into public.categories ${sql(
      categories.map((category) => ({
        id: seedId(`category:${category.slug}`),
        slug: category.slug,
        name: sql.json(category.name),
        description: sql.json(category.description),
        position: category.position,
      })),
    )}`;
  const placeholders = JSON.parse(
    await readFile(path.join(pictureFolder, "placeholders.json"), "utf8").catch(() => "{}"),
  ) as Placeholders;
  for (const product of products) await seedProduct(sql, product, placeholders);
}

async function seedProduct(
  sql: TransactionSql,
  product: SeedProduct,
  placeholders: Placeholders,
): Promise<void> {
  const id = seedId(`product:${product.slug}`);
  await sql`
    insert into public.products ${sql({
      id,
      slug: product.slug,
      name: sql.json(product.name),
      summary: sql.json(product.summary),
      description: sql.json(product.description),
      sections: sql.json(product.sections),
      options: sql.json(product.options),
      tags: product.tags,
      personalisable: product.personalisable,
      status: "published",
      published_at: `${product.publishedAt.slice(0, 10)}T02:00:00Z`,
      best_seller_rank: product.bestSellerRank ?? null,
    })}`;
  await sql`
    insert into public.product_categories
    values (${id}, ${seedId(`category:${product.category}`)})`;
  await sql`
    insert into public.product_variants ${sql(
      product.variants.map((variant, position) => ({
        id: variantId(variant.sku),
        product_id: id,
        sku: variant.sku,
        options: sql.json(variant.options),
        price: variant.price,
        was_price: variant.compareAtPrice ?? null,
        weight_grams: variant.weightGrams,
        length_mm: product.sizeMm.length,
        width_mm: product.sizeMm.width,
        height_mm: product.sizeMm.height,
        position,
      })),
    )}`;
  const stocked = product.variants.filter((variant) => variant.stock > 0);
  if (stocked.length > 0) {
    await sql`
      insert into public.stock_movements ${sql(
        stocked.map((variant) => ({
          variant_id: variantId(variant.sku),
          kind: "received",
          quantity: variant.stock,
          reason: "opening stock",
        })),
      )}`;
  }
  await sql`
    insert into public.product_images ${sql(
      product.pictures.map((picture, position) => ({
        id: seedId(`picture:${product.slug}:${picture.name}`),
        product_id: id,
        path: `${picturePrefix}/${picture.name}`,
        alt: sql.json(picture.alt),
        colour: placeholders[picture.name]?.colour ?? "#f1eee8",
        thumbhash: placeholders[picture.name]?.thumbhash ?? null,
        width: placeholders[picture.name]?.width ?? 960,
        height: placeholders[picture.name]?.height ?? 960,
        position,
        variant_ids: product.variants
          .filter((variant) => variant.pictures?.includes(picture.name))
          .map((variant) => variantId(variant.sku)),
      })),
    )}`;
}

export function variantId(sku: string): string {
  return seedId(`variant:${sku}`);
}
