import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNavigationType } from "react-router";
import { useFromServer } from "#app/browser/browser-facts.ts";
import { useRecentlyViewed } from "#app/browser/recently-viewed.ts";
import { type DocumentPart, documentPart } from "#app/document-part.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useItemWords } from "#app/messages/storefront/item.ts";
import { useShopWords } from "#app/messages/storefront/storefront.ts";
import { fallbackMeta, pageMeta } from "#app/page-meta.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { config } from "#base/config.server.ts";
import { localPath } from "#base/language.ts";
import type { Picture, ProductCard, ProductDetail } from "#shop/catalogue/catalogue.ts";
import { findProduct } from "#shop/catalogue/find-product.server.ts";
import { printedPrice } from "#shop/catalogue/printed-price.ts";
import { findPresentSlug } from "#shop/catalogue/slug-redirects.server.ts";
import { socialPicturePath } from "#shop/catalogue/social-picture.server.ts";
import { useSiteAddress } from "../json-ld.tsx";
import { movedPermanently } from "../moved-permanently.server.ts";
import { pageNotFound } from "../page-not-found.server.ts";
import { ProductGrid } from "../product-grid.tsx";
import { RecentlyViewedShelf } from "../recently-viewed-shelf.tsx";
import type { Route } from "./+types/item";
import { BuyBox } from "./buy-box.tsx";
import { useVariant } from "./chosen-variant.ts";
import { Gallery } from "./gallery.tsx";
import { StructuredData } from "./structured-data.tsx";

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

export async function loader({ url, params, context }: Route.LoaderArgs) {
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
  const { related, ...shown } = product;
  return {
    product: shown,
    related: documentPart(context, related),
    hasRelated: related.length > 0,
    socialPicture: socialPicturePath(product),
    siteKey,
  };
}

export default function Item({ loaderData }: Route.ComponentProps) {
  // Another product starts with its own first variant and quantity.
  return <ProductPage key={loaderData.product.id} {...loaderData} />;
}

interface ProductPageProps {
  product: ProductDetail;
  related: DocumentPart<readonly ProductCard[]> | undefined;
  hasRelated: boolean;
  siteKey?: string | undefined;
}

function ProductPage({ product, related, hasRelated, siteKey }: ProductPageProps) {
  const item = useItemWords();
  const { recent } = useShopWords();
  const words = useWords();
  const to = useLocalPath();
  const choice = useVariant(product);
  const origin = useSiteAddress();
  const showsAll = useShowsAll();
  useRemembered(product);
  const [illustration, setIllustration] = useState<Picture>();
  const pictures = useMemo(
    () => (illustration ? [illustration, ...product.pictures] : product.pictures),
    [illustration, product],
  );
  const crumbs = [
    { name: words.allProducts, path: to("/Shop") },
    ...[...product.above, ...(product.category ? [product.category] : [])].map(
      ({ slug, name }) => ({ name, path: `${to("/Shop")}?category=${slug}` }),
    ),
    { name: product.name, path: to(`/item/${product.slug}`) },
  ];

  return (
    <>
      <StructuredData product={product} origin={origin} crumbs={crumbs} />
      <div className="page pt-4 md:pt-6">
        <Breadcrumbs
          crumbs={crumbs.map(({ name, path }, index) =>
            index < crumbs.length - 1 ? { name, to: path } : { name },
          )}
        />
        <div className="mt-4 grid items-start gap-6 lg:grid-cols-[1fr_26rem] lg:gap-12">
          <div className="lg:sticky lg:top-6">
            <Gallery
              name={product.name}
              pictures={pictures}
              shown={illustration ? 0 : (choice?.variant.pictures[0] ?? 0)}
            />
          </div>
          {choice ? (
            <BuyBox
              product={product}
              choice={choice}
              siteKey={siteKey}
              illustration={illustration}
              onIllustrated={setIllustration}
            />
          ) : null}
        </div>
        {showsAll ? (
          <div className="mt-12 grid gap-8 lg:grid-cols-[1fr_26rem] lg:gap-12">
            <About product={product} />
          </div>
        ) : null}
      </div>
      {showsAll ? (
        <>
          {hasRelated ? (
            <section className="page mt-14">
              <h2 className="mb-5 text-2xl">{item.related}</h2>
              <ProductGrid products={related} />
            </section>
          ) : null}
          <RecentlyViewedShelf title={recent} except={[product.slug]} />
        </>
      ) : null}
    </>
  );
}

/**
 * Navigation to a product renders its picture and price first, and the rest a moment later. A document from the
 * server is already complete, and going back needs the full length to restore the scroll position.
 */
function useShowsAll(): boolean {
  const fromServer = useFromServer();
  const navigation = useNavigationType();
  return useDeferredValue(true, fromServer || navigation === "POP");
}

/** The description, independent of the chosen variant. */
function About({ product }: { product: ProductDetail }) {
  const item = useItemWords();
  return (
    <>
      <section>
        <h2 className="text-2xl">{item.description}</h2>
        <div className="mt-4 grid max-w-[66ch] gap-4">
          {paragraphs(product.description).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </section>
      <div className="divide-y divide-rule border-y border-rule">
        {product.sections.map((section, index) => (
          <details key={section.heading} open={index === 0} className="group">
            <summary className="flex min-h-12 items-center justify-between gap-4 font-display font-bold">
              <h3 className="text-base">{section.heading}</h3>
              <Icon
                name="chevron-down"
                className="size-4 transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="pb-4 text-sm text-muted">{section.body}</p>
          </details>
        ))}
      </div>
    </>
  );
}

function useRemembered(product: ProductDetail): void {
  const view = useRecentlyViewed((viewed) => viewed.view);
  useEffect(() => {
    // Storing is slow, so do it after rendering.
    const timer = setTimeout(view, 0, {
      slug: product.slug,
      name: product.name,
      price_from: Math.min(
        ...product.variants.map(({ price }) => printedPrice(price, product.print)),
      ),
      picture: product.pictures[0] ?? null,
    });
    return () => clearTimeout(timer);
  }, [view, product]);
}

function paragraphs(text: string): string[] {
  return text.split(/\n{2,}/).filter(Boolean);
}
