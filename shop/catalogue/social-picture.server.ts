import { createHash } from "node:crypto";
import type { ProductDetail } from "./catalogue.ts";

const paths = new WeakMap<ProductDetail, string>();

/** Version of the drawing: another version has another file name. */
const drawing = "2";

/**
 * The path of the picture shown when a product's page is shared. A hash of the content is part of the path, so it may
 * be cached forever.
 * @returns undefined for a product without pictures
 */
export function socialPicturePath(product: ProductDetail): string | undefined {
  const known = paths.get(product);
  if (known) return known;
  const [first] = product.pictures;
  if (!first) return undefined;
  const hash = createHash("sha256")
    .update(`${drawing} ${first.url} ${first.focus ?? ""}`)
    .digest("hex")
    .slice(0, 12);
  const path = `/social/${product.slug}.${hash}.jpg`;
  paths.set(product, path);
  return path;
}
