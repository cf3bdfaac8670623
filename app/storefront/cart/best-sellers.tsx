import { useEffect, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import { useHomeWords } from "#app/messages/shared/home.ts";
import type { ProductCard } from "#shop/catalogue/catalogue.ts";
import { ProductGrid } from "../product-grid.tsx";

/** What sells best, for a cart that is empty. An extra: without a connection the page does without it. */
export default function BestSellers() {
  const home = useHomeWords();
  const address = useLocalPath()("/api/best-sellers");
  const [products, setProducts] = useState<readonly ProductCard[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    fetch(address, { signal: abort.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`best sellers answered ${response.status}`);
        setProducts(await response.json());
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) console.warn("no best sellers", error);
      });
    return () => abort.abort();
  }, [address]);
  if (products.length === 0) return null;
  return (
    <section className="page mt-14">
      <h2 className="mb-4 text-xl">{home.bestSellers}</h2>
      <ProductGrid products={products} columns="two-up md:grid-cols-4" />
    </section>
  );
}
