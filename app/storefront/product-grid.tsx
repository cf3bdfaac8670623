import type { ProductCard as Card } from "#shop/catalogue/catalogue.ts";
import { ProductCard } from "./product-card.tsx";

/** Products as cells of a ledger: one rule between them, none doubled. */
export function ProductGrid({
  products,
  eager = 0,
  columns = "grid-cols-2 md:grid-cols-3 lg:grid-cols-4",
}: {
  products: readonly Card[];
  /** How many pictures are in sight at once when the page opens. */
  eager?: number;
  columns?: string;
}) {
  return (
    <ul className={`grid gap-px p-px ${columns}`}>
      {products.map((product, index) => (
        <li key={product.id} className="bg-card outline-1 outline-rule">
          <ProductCard product={product} eager={index < eager} />
        </li>
      ))}
    </ul>
  );
}
