import { useLocalPath } from "#app/language.ts";
import { useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { CategoryStep } from "#shop/catalogue/catalogue.ts";
import type { ShopFilter } from "#shop/catalogue/shop-filter.ts";
import { countFilters } from "./shop-address.ts";

/** A list without products: nothing found, nothing left by the filters, an empty category, or a shop that begins. */
export function NoProducts({
  filter,
  nearest,
}: {
  filter: ShopFilter;
  /** Of what was searched for. */
  nearest: CategoryStep | null;
}) {
  const { none } = useListWords();
  const to = useLocalPath();
  const all = (label: string) => <ButtonLink to={to("/Shop")}>{label}</ButtonLink>;
  const filters = countFilters(filter);
  if (!filter.q && filters === 1 && filter.category !== null) {
    return (
      <EmptyState title={none.category} action={all(none.all)}>
        <p>{none.categoryText}</p>
      </EmptyState>
    );
  }
  if (filters > 0) {
    return (
      <EmptyState title={none.title(filter.q)} action={all(none.clear)}>
        <p>{none.text}</p>
      </EmptyState>
    );
  }
  if (filter.q) {
    return (
      <EmptyState
        title={none.title(filter.q)}
        action={
          <span className="flex flex-wrap gap-3">
            {nearest ? (
              <ButtonLink to={to(`/Shop?category=${nearest.slug}`)}>
                {none.inCategory(nearest.name)}
              </ButtonLink>
            ) : null}
            <ButtonLink to={to("/Shop")} look={nearest ? "quiet" : "primary"}>
              {none.all}
            </ButtonLink>
          </span>
        }
      >
        <p>{none.searchText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={none.shop}
      action={<ButtonLink to={to("/Contact")}>{none.contact}</ButtonLink>}
    >
      <p>{none.shopText}</p>
    </EmptyState>
  );
}
