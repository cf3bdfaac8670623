import { useMerchant } from "#app/merchant.ts";
import type { ProductDetail } from "#shop/catalogue/catalogue.ts";
import { printedPrice } from "#shop/catalogue/printed-price.ts";
import { crumbsNode } from "../crumbs-node.ts";
import { JsonLd } from "../json-ld.tsx";

interface StructuredDataProps {
  product: ProductDetail;
  origin: string;
  crumbs: readonly { readonly name: string; readonly path: string }[];
}

/** The product and the way to it. */
export function StructuredData(props: StructuredDataProps) {
  const { name: brand } = useMerchant();
  return <JsonLd graph={import.meta.env.SSR ? productGraph(props, brand) : []} />;
}

function productGraph({ product, origin, crumbs }: StructuredDataProps, brand: string) {
  return [
    productNode(product, brand, origin, crumbs.at(-1)?.path ?? "/"),
    crumbsNode(crumbs, origin),
  ];
}

function productNode(product: ProductDetail, brand: string, origin: string, path: string) {
  const prices = product.variants.map(({ price }) => printedPrice(price, product.print));
  const inStock = product.variants.some(({ stock_band }) => stock_band !== "out");
  return {
    "@type": "Product",
    name: product.name,
    description: product.summary,
    sku: product.variants[0]?.sku,
    ...(product.category ? { category: product.category.name } : {}),
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
      ...(product.print && product.production_days > 0
        ? {
            deliveryLeadTime: {
              "@type": "QuantitativeValue",
              value: product.production_days,
              unitCode: "DAY",
            },
          }
        : {}),
      priceCurrency: "IDR",
      availability: `https://schema.org/${inStock ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      url: origin + path.toLowerCase(),
    },
  };
}
