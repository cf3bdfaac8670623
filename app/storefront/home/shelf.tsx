import { useLocalPath } from "#app/language.ts";
import { useHomeWords } from "#app/messages/shared/home.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { ProductCard } from "#shop/catalogue/catalogue.ts";
import { ProductGrid } from "../product-grid.tsx";

export function Shelf({
  title,
  products,
  path,
}: {
  title: string;
  products: readonly ProductCard[];
  path: string;
}) {
  const home = useHomeWords();
  const to = useLocalPath();
  if (products.length === 0) return null;
  return (
    <section className="page py-10 md:py-14">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-2xl">{title}</h2>
        <Link
          to={to(path)}
          className="link flex shrink-0 items-center gap-1 min-h-11 text-sm"
          aria-label={`${home.seeAll}: ${title}`}
        >
          {home.seeAll}
          <Icon name="chevron-right" className="size-4" />
        </Link>
      </div>
      <ProductGrid products={products} />
    </section>
  );
}
