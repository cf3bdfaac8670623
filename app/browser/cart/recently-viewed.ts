import { storedState } from "#app/browser/stored-state.ts";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";

export interface ViewedProduct {
  readonly slug: string;
  readonly name: string;
  readonly price_from: number;
  /** Whether other variants or a print cost more. Absent in entries of earlier versions. */
  readonly is_from?: boolean;
  readonly picture: Thumbnail | null;
}

interface RecentlyViewed {
  readonly products: readonly ViewedProduct[];
  view: (product: ViewedProduct) => void;
}

const maxProducts = 8;

export const useRecentlyViewed = storedState<RecentlyViewed>(
  "recently-viewed",
  (set) => ({
    products: [],
    view: (product) =>
      set(({ products }) => ({
        products: [product, ...products.filter(({ slug }) => slug !== product.slug)].slice(
          0,
          maxProducts,
        ),
      })),
  }),
  {
    version: 1,
    pick: ["products"],
    read: ({ products }) => ({
      products: Array.isArray(products) ? products.filter(isViewed).slice(0, maxProducts) : [],
    }),
  },
);

function isViewed(value: unknown): value is ViewedProduct {
  const product = value as Partial<ViewedProduct> | null;
  return (
    typeof product?.slug === "string" &&
    typeof product.name === "string" &&
    typeof product.price_from === "number" &&
    (product.picture === null || typeof product.picture?.url === "string")
  );
}
