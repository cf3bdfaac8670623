import { use } from "react";
import { useFromServer } from "#app/browser/browser-facts.ts";
import { useMerchant } from "#app/merchant.ts";
import { NonceContext } from "#app/request-facts.tsx";
import type { ProductDetail } from "#shop/catalogue/catalogue.ts";

interface StructuredDataProps {
  product: ProductDetail;
  origin: string;
  crumbs: readonly { readonly name: string; readonly path: string }[];
}

/** Read by search engines, which load documents; later navigations in the browser do without. */
export function StructuredData({ product, origin, crumbs }: StructuredDataProps) {
  const nonce = use(NonceContext);
  const { name: brand } = useMerchant();
  if (!useFromServer()) return null;
  const graph = [
    productNode(product, brand, origin, crumbs.at(-1)?.path ?? "/"),
    {
      "@type": "BreadcrumbList",
      itemListElement: crumbs.map(({ name, path }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item: origin + path.toLowerCase(),
      })),
    },
  ];
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: data, with the one character that could end it escaped
      dangerouslySetInnerHTML={{ __html: json.replace(/</g, "\\u003c") }}
    />
  );
}

function productNode(product: ProductDetail, brand: string, origin: string, path: string) {
  const prices = product.variants.map(({ price }) => price);
  const inStock = product.variants.some(({ stock_band }) => stock_band !== "out");
  return {
    "@type": "Product",
    name: product.name,
    description: product.summary,
    sku: product.variants[0]?.sku,
    category: product.category.name,
    image: product.pictures.map(({ url }) => `${origin}${url}.960.webp`),
    brand: { "@type": "Brand", name: brand },
    offers: {
      "@type": prices.length > 1 ? "AggregateOffer" : "Offer",
      ...(prices.length > 1
        ? {
            lowPrice: Math.min(...prices),
            highPrice: Math.max(...prices),
            offerCount: prices.length,
          }
        : { price: prices[0] }),
      priceCurrency: "IDR",
      availability: `https://schema.org/${inStock ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      url: origin + path.toLowerCase(),
    },
  };
}
