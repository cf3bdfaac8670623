import { createHash } from "node:crypto";
import type { ProductDetail } from "./catalogue.ts";

const paths = new WeakMap<ProductDetail, string>();

/** Another drawing of the same picture is another file. */
const drawing = "1";

/**
 * Where the picture is that is shown when somebody shares a product's page. The address names what is on it, so it may
 * be kept for ever.
 * @returns undefined for a product without pictures
 */
export function socialPicturePath(product: ProductDetail): string | undefined {
  const known = paths.get(product);
  if (known) return known;
  const [first] = product.pictures;
  if (!first) return undefined;
  const hash = createHash("sha256").update(`${drawing} ${first.url}`).digest("hex").slice(0, 12);
  const path = `/social/${product.slug}.${hash}.jpg`;
  paths.set(product, path);
  return path;
}
