import { memo } from "react";
import type { ProductCard as Card } from "#shop/catalogue/catalogue.ts";
import { ProductCard } from "./product-card.tsx";

interface ProductGridProps {
  products: readonly Card[];
  /** How many cards are in sight when the page opens. */
  eager?: number;
  columns?: string;
  /** A query that is appended to each product's address. */
  opening?: string;
}

/**
 * Products as cells of a ledger, with single rules between them. The router renders a page again for every address
 * that it discovers; memo skips an unchanged list.
 */
export const ProductGrid = memo(function ProductGrid({
  products,
  eager = 0,
  columns = "two-up md:grid-cols-3 lg:grid-cols-4",
  opening = "",
}: ProductGridProps) {
  return (
    <ul className={`grid gap-px p-px ${columns}`}>
      {products.map((product, index) => (
        <li key={product.id} className="cell">
          <ProductCard product={product} eager={index < eager} opening={opening} />
        </li>
      ))}
    </ul>
  );
});
