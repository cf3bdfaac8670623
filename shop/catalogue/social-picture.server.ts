import { createHash } from "node:crypto";
import type { ProductDetail } from "./catalogue.ts";

/** Another drawing of the same picture is another file. */
const drawing = "1";

/**
 * Where the picture is that is shown when somebody shares a product's page. The address names what is on it, so it may
 * be kept for ever.
 * @returns undefined for a product without pictures
 */
export function socialPicturePath({ slug, pictures }: ProductDetail): string | undefined {
  const [first] = pictures;
  if (!first) return undefined;
  const hash = createHash("sha256").update(`${drawing} ${first.url}`).digest("hex").slice(0, 12);
  return `/social/${slug}.${hash}.jpg`;
}
