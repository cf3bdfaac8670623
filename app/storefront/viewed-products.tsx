import type { ViewedProduct } from "#app/browser/cart/recently-viewed.ts";
import { useLocalPath } from "#app/language.ts";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { Link } from "#app/ui/link.tsx";

export function ViewedProducts({ products }: { products: readonly ViewedProduct[] }) {
  const to = useLocalPath();
  return (
    <ul className="grid three-up gap-px p-px md:grid-cols-6">
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
            <Price
              amount={product.price_from}
              from={product.is_from ?? false}
              className="text-xs"
            />
          </p>
        </li>
      ))}
    </ul>
  );
}
