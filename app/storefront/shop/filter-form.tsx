import type { FocusEvent, FocusEventHandler, ReactNode } from "react";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useListWords } from "#app/storefront/shop/messages/product-list.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Facet, ProductListing } from "#shop/catalogue/catalogue.ts";
import { readShopFilter, type ShopFilter, shopFilterParams } from "#shop/catalogue/shop-filter.ts";
import { parseRupiah } from "#shop/kernel/money.ts";

interface FilterFormProps {
  filter: ShopFilter;
  list: ProductListing;
  /** Goes to the list of another address. */
  onApply?: (params: URLSearchParams) => void;
  /** In the sheet of a phone: returns to the list. */
  onShow?: () => void;
}

/**
 * A plain GET form: every filter is in the address. In the browser each choice applies at once. It depends only on
 * the list and its filter, so that the server can cache its markup.
 */
export function FilterForm({ filter, list, onApply, onShow }: FilterFormProps) {
  const shop = useListWords();
  const { allProducts } = useWords();
  const to = useLocalPath();
  const { facets } = list;
  // Both forms may stand on one page.
  const place = onShow ? "sheet" : "side";

  const paramsOf = (form: HTMLFormElement) => {
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form)) typed.append(name, String(value));
    for (const name of ["min", "max"]) {
      typed.set(name, String(parseRupiah(typed.get(name) ?? "") ?? ""));
    }
    return shopFilterParams(readShopFilter(typed));
  };
  const apply = (form: HTMLFormElement) => onApply?.(paramsOf(form));
  const applyPrices = ({ target, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    // Applying renders new fields, which would lose what the buyer types in the other price.
    const isOtherPrice =
      relatedTarget instanceof HTMLInputElement && /^m(in|ax)$/.test(relatedTarget.name);
    if (!target.form || isOtherPrice) return;
    if (paramsOf(target.form).toString() !== applied) apply(target.form);
  };
  const applied = shopFilterParams({ ...filter, page: 1 }).toString();

  return (
    <form
      // Filters removed elsewhere must leave the form too.
      key={applied}
      action={to("/Shop")}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
        onShow?.();
      }}
      onChange={(event) => {
        if ((event.target as unknown as HTMLInputElement).type !== "text")
          apply(event.currentTarget);
      }}
      className="divide-y divide-rule border-t border-rule lg:border-t-0"
    >
      {filter.q ? <input type="hidden" name="q" value={filter.q} /> : null}
      {filter.sort === "popular" ? null : <input type="hidden" name="sort" value={filter.sort} />}
      <Group title={shop.category}>
        <Checkbox
          type="radio"
          name="category"
          value=""
          label={allProducts}
          defaultChecked={filter.category === null}
        />
        {facets.category.map((facet) => (
          <Choice
            key={facet.code}
            type="radio"
            name="category"
            facet={facet}
            level={facet.level}
            checked={filter.category === facet.code}
          />
        ))}
      </Group>
      <Group title={shop.colour} hidden={facets.colour.length === 0}>
        {facets.colour.map((facet) => (
          <Choice
            key={facet.code}
            name="colour"
            facet={facet}
            checked={filter.colours.includes(facet.code)}
          />
        ))}
      </Group>
      <Group title={shop.size} hidden={facets.size.length === 0}>
        {facets.size.map((facet) => (
          <Choice
            key={facet.code}
            name="size"
            facet={facet}
            checked={filter.sizes.includes(facet.code)}
          />
        ))}
      </Group>
      <Group title={shop.price}>
        <div className="grid grid-cols-2 gap-2 pt-1">
          <AmountInput
            id={`${place}-min`}
            name="min"
            label={shop.priceMin}
            value={filter.price_min}
            onBlur={applyPrices}
          />
          <AmountInput
            id={`${place}-max`}
            name="max"
            label={shop.priceMax}
            value={filter.price_max}
            onBlur={applyPrices}
          />
        </div>
      </Group>
      <Group title={shop.more}>
        {facets.personalisable !== 0 || filter.personalisable ? (
          <Checkbox
            name="personalisable"
            value="1"
            label={shop.personalisable}
            count={facets.personalisable}
            defaultChecked={filter.personalisable}
          />
        ) : null}
        <Checkbox
          name="sale"
          value="1"
          label={shop.sale}
          count={facets.sale}
          defaultChecked={filter.sale}
        />
        <Checkbox
          name="in_stock"
          value="1"
          label={shop.inStock}
          count={facets.in_stock}
          defaultChecked={filter.in_stock}
        />
      </Group>
      <div
        className={
          onShow
            ? "sticky -bottom-5 -mx-5 border-t border-rule bg-paper px-5 pt-3 pb-5"
            : "py-4 in-[[data-alive]]:hidden"
        }
      >
        <Button type="submit" wide>
          {onShow ? shop.show(list.total, list.isMore) : shop.apply}
        </Button>
      </div>
    </form>
  );
}

function Group({
  title,
  hidden,
  children,
}: {
  title: string;
  hidden?: boolean;
  children: ReactNode;
}) {
  if (hidden) return null;
  return (
    <details open className="group py-2">
      <summary className="flex min-h-11 items-center justify-between font-display font-bold">
        {title}
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="pb-2">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}

function Choice({
  type,
  name,
  facet,
  level = 1,
  checked,
}: {
  type?: "radio";
  name: string;
  facet: Facet;
  /** Of a tree: 1 is the first level. */
  level?: number | undefined;
  checked: boolean;
}) {
  return (
    <Checkbox
      type={type}
      name={name}
      value={facet.code}
      defaultChecked={checked}
      disabled={facet.count === 0 && !checked}
      count={facet.count}
      colour={facet.colour}
      className={["", "", "pl-5", "pl-10", "pl-15"][level] ?? ""}
      label={facet.label}
    />
  );
}

function AmountInput({
  id,
  name,
  label,
  value,
  onBlur,
}: {
  id: string;
  name: string;
  label: string;
  value: number | null;
  onBlur: FocusEventHandler<HTMLInputElement>;
}) {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <TextInput
        id={id}
        name={name}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        defaultValue={value ?? ""}
        onBlur={onBlur}
        className="figures"
      />
    </div>
  );
}
