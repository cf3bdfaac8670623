import { useId, useState } from "react";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Margins } from "#shop/catalogue/products/margins.ts";
import type { StaffVariant } from "#shop/catalogue/products/product.ts";
import type { TypedVariant } from "#shop/catalogue/products/product-form.ts";
import { PriceLink, PriceWarnings } from "../sales/price-notes.tsx";
import { MarginNote } from "./margin-note.tsx";
import { fits, type ProductDraft, type TypedColumn, variantLabel } from "./product-draft.ts";

interface Column {
  readonly name: TypedColumn;
  readonly head: "sku" | "barcode" | "price" | "was" | "stock" | "weight" | "least" | "most";
  readonly isNumber: boolean;
}

const columns: readonly Column[] = [
  { name: "price", head: "price", isNumber: true },
  { name: "stock", head: "stock", isNumber: true },
  { name: "weight_grams", head: "weight", isNumber: true },
  { name: "sku", head: "sku", isNumber: false },
];
/** Below the row, when it is unfolded. */
const furtherColumns: readonly Column[] = [
  { name: "was_price", head: "was", isNumber: true },
  { name: "barcode", head: "barcode", isNumber: true },
  { name: "min_pieces", head: "least", isNumber: true },
  { name: "max_pieces", head: "most", isNumber: true },
];
const sides = ["length_mm", "width_mm", "height_mm"] as const;

/** A row of a table where there is room, otherwise a card of two columns. */
const rowClasses =
  "grid grid-cols-2 items-center gap-2 md:grid-cols-[1fr_6.5rem_5rem_5rem_2fr_5.5rem]";

/** Visible column headings. Hidden from screen readers, because each field has its own label. */
export function VariantHeads() {
  const { editor: words } = useProductWords();
  return (
    <div aria-hidden="true" className="max-md:hidden">
      <div className={`printed py-1 text-muted ${rowClasses}`}>
        <span>{words.variantHeads.variant}</span>
        {columns.map(({ name, head, isNumber }) => (
          <span key={name} className={isNumber ? "text-right" : ""}>
            {words.variantHeads[head]}
          </span>
        ))}
      </div>
    </div>
  );
}

interface VariantRowProps {
  variant: TypedVariant;
  /** Undefined: a new one. */
  stored: StaffVariant | undefined;
  options: ProductDraft["fields"]["options"];
  taxClass: string;
  margins: Margins | null;
  errorOf: (column: TypedColumn | "options") => string | undefined;
  onChange: (part: Partial<TypedVariant>) => void;
  onRemove: () => void;
  isOnly: boolean;
}

/** A variant: price, stock, weight and SKU in a row; the rest is folded, except of a product's only variant. */
export function VariantRow(props: VariantRowProps) {
  const { variant, stored, options, taxClass, margins, errorOf, onChange, onRemove, isOnly } =
    props;
  const { editor: words } = useProductWords();
  const language = useLanguage();
  const to = useLocalPath();
  const id = useId();
  // Undefined until the fold button is pressed.
  const [isOpen, setOpen] = useState<boolean>();
  const label = variantLabel(variant.options, options, language) || words.oneVariant;
  if (variant.isRemoved) {
    return (
      <li
        data-variant={variant.id}
        className="flex flex-wrap items-center gap-3 border-t border-rule py-1"
      >
        <s className="font-semibold text-muted">{label}</s>
        <span className="text-stamp">{words.isRemoved}</span>
        {fits(variant.options, options) ? (
          <Button look="bare" onClick={() => onChange({ isRemoved: false })}>
            {words.restore}
          </Button>
        ) : null}
      </li>
    );
  }
  const input = (name: TypedColumn, title: string, isNumber: boolean) => (
    <TextInput
      aria-label={`${title}: ${label}`}
      inputMode={isNumber ? "numeric" : undefined}
      value={variant[name]}
      maxLength={isNumber ? 20 : 64}
      autoComplete="off"
      aria-invalid={errorOf(name) ? true : undefined}
      aria-describedby={errorOf(name) ? `${id}-wrong` : undefined}
      className={isNumber ? "figures text-right" : "figures"}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const field = ({ name, head, isNumber }: Column, headClasses: string) => (
    <div key={name} className="grid min-w-0 flex-1 content-start gap-1">
      <span aria-hidden="true" className={`printed text-muted ${headClasses}`}>
        {words.variantHeads[head]}
      </span>
      {input(name, words.variantHeads[head], isNumber)}
    </div>
  );
  const wrongIn = (names: readonly (TypedColumn | "options")[]) =>
    names.flatMap((name) => errorOf(name) ?? []);
  const wrongFurther = wrongIn([...furtherColumns.map(({ name }) => name), ...sides]);
  const wrong = [...wrongIn([...columns.map(({ name }) => name), "options"]), ...wrongFurther];
  // Unfolds rows that have an invalid field.
  const isUnfolded = (isOpen ?? isOnly) || wrongFurther.length > 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-rule py-1">
      <div className={rowClasses}>
        <h3 className="min-w-0 font-sans font-semibold wrap-anywhere">
          {label}
          {variant.version === 0 ? (
            <span className="ml-2 font-normal text-muted">{words.isNew}</span>
          ) : null}
        </h3>
        <div className="flex justify-end md:order-last">
          <button
            type="button"
            title={words.moreOf(label)}
            aria-label={words.moreOf(label)}
            aria-expanded={isUnfolded}
            aria-controls={`${id}-more`}
            onClick={() => setOpen(!isUnfolded)}
            className="inline-grid size-11 shrink-0 place-items-center hover:text-carbon"
          >
            <Icon name={isUnfolded ? "chevron-up" : "chevron-down"} />
          </button>
          {isOnly ? null : (
            <IconButton icon="trash-2" label={words.removeVariant(label)} onClick={onRemove} />
          )}
        </div>
        {columns.map((column) => field(column, "md:hidden"))}
      </div>
      {stored ? <PriceWarnings variant={variant} stored={stored} /> : null}
      {stored && margins && !isUnfolded ? (
        <MarginNote
          variantId={stored.id}
          sku={stored.sku}
          price={variant.price}
          taxClass={taxClass}
          margins={margins}
          isLossOnly
        />
      ) : null}
      {wrong.length > 0 ? (
        <p role="alert" id={`${id}-wrong`} className="text-stamp">
          {wrong.join(" ")}
        </p>
      ) : null}
      <div id={`${id}-more`} hidden={!isUnfolded}>
        {isUnfolded ? (
          <div className="flex flex-wrap gap-2 pb-2">
            {furtherColumns.map((column) => field(column, ""))}
            <div className="grid content-start gap-1">
              <span aria-hidden="true" className="printed text-muted">
                {words.variantHeads.size}
              </span>
              <div className="grid grid-cols-3 gap-1">
                {sides.map((side, index) => (
                  <span key={side}>
                    {input(side, `${words.variantHeads.size} ${index + 1}`, true)}
                  </span>
                ))}
              </div>
            </div>
            {stored ? (
              <div className="flex w-full flex-wrap gap-x-4 gap-y-1 text-sm">
                <PermittedLink
                  permission="stock.read"
                  isAction
                  to={to(`/admin/Stock/${stored.id}`)}
                  className="link"
                  aria-label={words.stockFor(label)}
                >
                  {words.ledger}
                </PermittedLink>
                <PriceLink stored={stored} />
                {margins ? (
                  <MarginNote
                    variantId={stored.id}
                    sku={stored.sku}
                    price={variant.price}
                    taxClass={taxClass}
                    margins={margins}
                  />
                ) : null}
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
    </li>
  );
}
