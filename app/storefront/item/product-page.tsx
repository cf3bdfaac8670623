import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNavigationType } from "react-router";
import { useFromServer } from "#app/browser/browser-facts.ts";
import { useRecentlyViewed } from "#app/browser/cart/recently-viewed.ts";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useItemWords } from "#app/storefront/item/messages/item.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { RichText } from "#app/ui/rich-text.tsx";
import type { FoundProduct, Picture, ProductDetail } from "#shop/catalogue/catalogue.ts";
import { printedPrice } from "#shop/catalogue/printed-price.ts";
import { useSiteAddress } from "../json-ld.tsx";
import { ProductGrid } from "../product-grid.tsx";
import { RecentlyViewedShelf } from "../recently-viewed-shelf.tsx";
import { BuyBox } from "./buy-box.tsx";
import { useVariant } from "./chosen-variant.ts";
import { Gallery } from "./gallery.tsx";
import { StructuredData } from "./structured-data.tsx";

interface ProductPageProps {
  product: FoundProduct;
  siteKey?: string | undefined;
  /** For staff, before buyers see the product: it cannot be bought and leaves no traces. */
  isPreview?: boolean;
}

/** A product, its gallery and what buys it. */
export function ProductPage({ product, siteKey, isPreview = false }: ProductPageProps) {
  const item = useItemWords();
  const { recent } = useShopWords();
  const words = useWords();
  const to = useLocalPath();
  const choice = useVariant(product);
  const origin = useSiteAddress();
  const showsAll = useShowsAll();
  useRemembered(product, !isPreview);
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
      {isPreview ? null : <StructuredData product={product} origin={origin} crumbs={crumbs} />}
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
              isPreview={isPreview}
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
          {product.related.length > 0 ? (
            <section className="page mt-14">
              <h2 className="mb-5 text-2xl">{item.related}</h2>
              <ProductGrid products={product.related} />
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
      {product.description ? (
        <section>
          <h2 className="text-2xl">{item.description}</h2>
          <div className="mt-4 grid max-w-[66ch] gap-4">
            <RichText text={product.description} />
          </div>
        </section>
      ) : null}
      <div className="divide-y divide-rule border-y border-rule empty:hidden">
        {product.sections.map((section, index) => (
          <details key={section.heading} open={index === 0} className="group">
            <summary className="flex min-h-12 items-center justify-between gap-4 font-display font-bold">
              <h3 className="text-base">{section.heading}</h3>
              <Icon
                name="chevron-down"
                className="size-4 transition-transform group-open:rotate-180"
              />
            </summary>
            <div className="grid gap-3 pb-4 text-sm text-muted">
              <RichText text={section.body} />
            </div>
          </details>
        ))}
      </div>
    </>
  );
}

function useRemembered(product: ProductDetail, isOn: boolean): void {
  const view = useRecentlyViewed((viewed) => viewed.view);
  useEffect(() => {
    if (!isOn) return;
    const prices = product.variants.map(({ price }) => printedPrice(price, product.print));
    // Storing is slow, so do it after rendering.
    const timer = setTimeout(view, 0, {
      slug: product.slug,
      name: product.name,
      price_from: Math.min(...prices),
      is_from: product.print !== null || new Set(prices).size > 1,
      picture: product.pictures[0] ?? null,
    });
    return () => clearTimeout(timer);
  }, [view, product, isOn]);
}
