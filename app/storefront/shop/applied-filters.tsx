import { useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Facet, ProductListing } from "#shop/catalogue/catalogue.ts";
import type { ShopFilter } from "#shop/catalogue/shop-filter.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { useShopAddress } from "./shop-address.ts";

/** The active filters; each can be removed separately. */
export function AppliedFilters({ filter, list }: { filter: ShopFilter; list: ProductListing }) {
  const shop = useListWords();
  const address = useShopAddress(filter);
  const label = (facets: readonly Facet[], code: string) =>
    // A value that fits nothing any more is not among the facets.
    facets.find((facet) => facet.code === code)?.label ?? spelled(code);
  const money = (amount: number | null) => (amount === null ? null : formatRupiah(amount));

  const applied = [
    filter.category
      ? [{ name: label(list.facets.category, filter.category), to: address({ category: null }) }]
      : [],
    filter.colours.map((code) => ({
      name: label(list.facets.colour, code),
      to: address({ colours: filter.colours.filter((other) => other !== code) }),
    })),
    filter.sizes.map((code) => ({
      name: label(list.facets.size, code),
      to: address({ sizes: filter.sizes.filter((other) => other !== code) }),
    })),
    filter.price_min === null && filter.price_max === null
      ? []
      : [
          {
            name: shop.between(money(filter.price_min), money(filter.price_max)),
            to: address({ price_min: null, price_max: null }),
          },
        ],
    filter.personalisable
      ? [{ name: shop.personalisable, to: address({ personalisable: false }) }]
      : [],
    filter.sale ? [{ name: shop.sale, to: address({ sale: false }) }] : [],
    filter.in_stock ? [{ name: shop.inStock, to: address({ in_stock: false }) }] : [],
  ].flat();
  if (applied.length === 0) return null;

  return (
    <div className="flex flex-wrap items-center gap-2 pb-4">
      <h2 className="sr-only">{shop.applied}</h2>
      {applied.map(({ name, to }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          aria-label={shop.remove(name)}
          className="flex min-h-9 items-center gap-2 bg-yellow px-3 text-sm text-yellow-ink hover:underline max-md:min-h-11"
        >
          {name}
          <Icon name="x" className="size-3.5" />
        </Link>
      ))}
      <Link
        to={address({
          category: null,
          colours: [],
          sizes: [],
          price_min: null,
          price_max: null,
          personalisable: false,
          sale: false,
          in_stock: false,
        })}
        preventScrollReset
        className="link flex min-h-11 items-center px-2 text-sm"
      >
        {shop.clear}
      </Link>
    </div>
  );
}

/** `xl` → `XL`, `330-ml` → `330 ml` */
function spelled(code: string): string {
  return code.length < 4 ? code.toUpperCase() : code.replaceAll("-", " ");
}
