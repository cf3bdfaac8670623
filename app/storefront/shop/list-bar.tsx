import { useId } from "react";
import { Form, useNavigate } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { formatCount } from "#base/format-count.ts";
import type { ProductListing } from "#shop/catalogue/catalogue.ts";
import {
  type ShopFilter,
  type Sort,
  shopFilterParams,
  sorts,
} from "#shop/catalogue/shop-filter.ts";
import { countFilters, useShopAddress } from "./shop-address.ts";

interface ListBarProps {
  filter: ShopFilter;
  list: ProductListing;
  onFilter: () => void;
}

/** How many there are, the filters most people want, and the order. */
export function ListBar({ filter, list, onFilter }: ListBarProps) {
  const shop = useListWords();
  const address = useShopAddress(filter);
  const count = countFilters(filter);
  const language = useLanguage();
  const { facets } = list;
  const chips = [
    {
      name: shop.personalisable,
      count: facets.personalisable,
      on: filter.personalisable,
      to: address({ personalisable: !filter.personalisable }),
    },
    { name: shop.sale, count: facets.sale, on: filter.sale, to: address({ sale: !filter.sale }) },
    {
      name: shop.inStock,
      count: facets.in_stock,
      on: filter.in_stock,
      to: address({ in_stock: !filter.in_stock }),
    },
  ].filter(
    ({ on, count }) => on || count === null || (count > 0 && (list.isMore || count < list.total)),
  );

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <p role="status" className="mr-auto text-sm font-semibold tabular-nums">
        {shop.count(list.total, list.isMore)}
      </p>
      <ul className="order-last -mx-4 flex w-[calc(100%+2rem)] gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:order-none md:mx-0 md:w-auto md:px-0">
        <li className="lg:hidden">
          {/* biome-ignore lint/a11y/useValidAnchor: without scripts it leads to the filters below the list */}
          <a
            href="#filters"
            onClick={(event) => {
              event.preventDefault();
              onFilter();
            }}
            className="flex min-h-11 items-center gap-2 border border-ink px-3.5 text-sm font-semibold whitespace-nowrap"
          >
            <Icon name="funnel" className="size-4" />
            {count > 0 ? shop.filterCount(count) : shop.filter}
          </a>
        </li>
        {chips.map((chip) => (
          <li key={chip.name}>
            <Link
              to={chip.to}
              preventScrollReset
              rel="nofollow"
              aria-current={chip.on ? "true" : undefined}
              className="chip"
            >
              {chip.on ? <Icon name="check" className="size-4" /> : null}
              {chip.name}
              {chip.count === null ? null : (
                <span className="figures text-xs opacity-70">
                  {formatCount(chip.count, language)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <SortForm filter={filter} />
    </div>
  );
}

function SortForm({ filter }: { filter: ShopFilter }) {
  const shop = useListWords();
  const address = useShopAddress(filter);
  const navigate = useNavigate();
  const id = useId();
  return (
    <Form className="flex items-center gap-2">
      {[...shopFilterParams({ ...filter, sort: "popular", page: 1 })].map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="text-sm text-muted max-md:sr-only">
        {shop.sort}
      </label>
      <Select
        id={id}
        key={filter.sort}
        name="sort"
        defaultValue={filter.sort}
        className="text-sm"
        onChange={(event) =>
          navigate(address({ sort: event.target.value as Sort }), { preventScrollReset: true })
        }
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {filter.q && sort === "popular" ? shop.bestMatch : shop.sorts[sort]}
          </option>
        ))}
      </Select>
      <button
        type="submit"
        className="min-h-11 px-2 text-sm text-carbon underline in-[[data-alive]]:hidden"
      >
        {shop.apply}
      </button>
    </Form>
  );
}
