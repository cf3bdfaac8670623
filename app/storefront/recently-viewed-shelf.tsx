import { useInBrowser } from "#app/browser/browser-facts.ts";
import { useRecentlyViewed } from "#app/browser/recently-viewed.ts";
import { useLocalPath } from "#app/language.ts";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

/** Kept on the device only. */
export function RecentlyViewedShelf({ title, except }: { title: string; except?: string }) {
  const to = useLocalPath();
  const stored = useRecentlyViewed((viewed) => viewed.products);
  const products = useInBrowser() ? stored.filter(({ slug }) => slug !== except).slice(0, 6) : [];
  if (products.length === 0) return null;
  return (
    <section className="page mt-14">
      <h2 className="mb-4 text-xl">{title}</h2>
      <ul className="grid grid-cols-3 gap-px p-px md:grid-cols-6">
        {products.map((product) => (
          <li key={product.slug} className="group relative bg-card outline-1 outline-rule">
            {product.picture ? (
              <Picture picture={product.picture} sizes="(width >= 48rem) 13rem, 33vw" alt="" />
            ) : null}
            <p className="grid gap-0.5 border-t border-rule p-2.5 text-sm">
              <Link
                to={to(`/item/${product.slug}`)}
                className="leading-snug after:absolute after:inset-0 group-hover:text-carbon"
              >
                {product.name}
              </Link>
              <Price amount={product.price_from} className="text-xs" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
