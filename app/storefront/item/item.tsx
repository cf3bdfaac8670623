import { languageOf } from "#app/language.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { config } from "#base/config.server.ts";
import { localPath } from "#base/language.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { findPresentSlug } from "#shop/catalogue/slug-redirects.server.ts";
import { socialPicturePath } from "#shop/catalogue/social-picture.server.ts";
import { movedPermanently } from "../moved-permanently.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import type { Route } from "./+types/item";
import { ProductPage } from "./product-page.tsx";

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return fallbackMeta(args);
  const { product } = args.loaderData;
  return pageMeta(args, {
    title: product.seo_title || product.name,
    description: product.seo_description || product.summary,
    path: `/item/${product.slug}`,
    type: "product",
    picture: args.loaderData.socialPicture,
  });
};

export const handle = { lateScripts: true };

export async function loader({ url, params }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const slug = params.id?.toLowerCase() ?? "";
  const product = slug ? await findProduct(slug, language) : undefined;
  if (!product) {
    const present = await findPresentSlug("product", slug);
    if (!present) throw await pageNotFound(url);
    throw movedPermanently(localPath(language, `/item/${present}`), url.searchParams);
  }
  // Only stock alerts need it.
  const siteKey = config().recaptcha?.siteKey;
  return {
    product,
    socialPicture: socialPicturePath(product),
    siteKey,
  };
}

export default function Item({ loaderData }: Route.ComponentProps) {
  // Another product starts with its own first variant and quantity.
  return <ProductPage key={loaderData.product.id} {...loaderData} />;
}
