import { useId, useState } from "react";
import { useFocusAfter } from "#app/browser/use-focus-after.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useProductWords } from "#app/messages/admin/products.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Margins } from "#shop/products/margins.ts";
import type { StaffVariant } from "#shop/products/product.ts";
import type { TypedVariant } from "#shop/products/product-form.ts";
import { PriceNotes } from "../sales/price-notes.tsx";
import { MarginNote } from "./margin-note.tsx";
import {
  missingCombinations,
  type ProductDraft,
  type TypedColumn,
  variantLabel,
  withCombinations,
} from "./product-draft.ts";
import { Section } from "./section.tsx";
import { SkuPattern } from "./sku-pattern.tsx";

/** Rows that people without a mouse go through in less time than they look for a way around them. */
const fewRows = 4;
/** Rows shown at first and added at each press. */
const rowsAtOnce = 50;

interface VariantsSectionProps {
  draft: ProductDraft;
  /** The variants as they are stored. */
  stored: readonly StaffVariant[];
  /** For staff who may see costs. */
  margins: Margins | null;
  onChange: (draft: ProductDraft) => void;
  errorOf: (path: string) => string | undefined;
}

/** A row for each variant: SKU, barcode, prices, counted stock, weight and size. */
export function VariantsSection({
  draft,
  stored,
  margins,
  onChange,
  errorOf,
}: VariantsSectionProps) {
  const { editor: words } = useProductWords();
  const [shown, setShown] = useState(rowsAtOnce);
  const [section, focusAfter] = useFocusAfter<HTMLDivElement>();
  const afterId = useId();
  const missing = missingCombinations(draft).length;
  const change = (id: string, part: Partial<TypedVariant>) =>
    onChange({
      ...draft,
      variants: draft.variants.map((variant) =>
        variant.id === id ? { ...variant, ...part } : variant,
      ),
    });
  const rows = draft.variants.slice(0, shown);
  const left = draft.variants.length - rows.length;
  return (
    <Section title={words.variants} hint={words.stockHint}>
      <div ref={section} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {missing > 0 ? (
          <Button
            look="quiet"
            icon="plus"
            className="justify-self-start"
            onClick={() => {
              onChange(withCombinations(draft));
              // The price of all, or of the only one.
              focusAfter("input");
            }}
          >
            {words.generate(missing)}
          </Button>
        ) : null}
        {draft.variants.length > 1 ? (
          <>
            <FillAll draft={draft} onChange={onChange} />
            <SkuPattern draft={draft} onChange={onChange} />
          </>
        ) : null}
        {rows.length > fewRows ? (
          <a href={`#${afterId}`} className="link sr-only justify-self-start focus:not-sr-only">
            {words.skipVariants(rows.length)}
          </a>
        ) : null}
        <div className="@container">
          <ul className="grid gap-3">
            {rows.map((variant) => (
              <VariantRow
                key={variant.id}
                variant={variant}
                stored={stored.find(({ id }) => id === variant.id)}
                options={draft.fields.options}
                taxClass={draft.fields.tax_class}
                margins={margins}
                errorOf={(column) => errorOf(`${variant.id}.${column}`)}
                onChange={(part) => change(variant.id, part)}
                onRemove={() => {
                  if (variant.version === 0) {
                    onChange({
                      ...draft,
                      variants: draft.variants.filter(({ id }) => id !== variant.id),
                    });
                    focusAfter("ul input");
                  } else {
                    change(variant.id, { isRemoved: true });
                    focusAfter(`[data-variant="${variant.id}"] button`);
                  }
                }}
                isOnly={draft.variants.length === 1}
              />
            ))}
          </ul>
        </div>
        {left > 0 ? (
          <Button look="quiet" onClick={() => setShown(shown + rowsAtOnce)}>
            {words.moreVariants(Math.min(left, rowsAtOnce))}
          </Button>
        ) : null}
        <span id={afterId} tabIndex={-1} />
      </div>
    </Section>
  );
}

const columns: readonly {
  name: TypedColumn;
  head: "sku" | "barcode" | "price" | "was" | "stock" | "weight";
  width: string;
  isNumber: boolean;
}[] = [
  { name: "price", head: "price", width: "@3xl:w-32", isNumber: true },
  { name: "was_price", head: "was", width: "@3xl:w-32", isNumber: true },
  { name: "stock", head: "stock", width: "@3xl:w-24", isNumber: true },
  { name: "weight_grams", head: "weight", width: "@3xl:w-28", isNumber: true },
  { name: "sku", head: "sku", width: "@3xl:flex-1", isNumber: false },
  { name: "barcode", head: "barcode", width: "@3xl:w-40", isNumber: true },
];
const sides = ["length_mm", "width_mm", "height_mm"] as const;

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

function VariantRow({
  variant,
  stored,
  options,
  taxClass,
  margins,
  errorOf,
  onChange,
  onRemove,
  isOnly,
}: VariantRowProps) {
  const { editor: words } = useProductWords();
  const language = useLanguage();
  const to = useLocalPath();
  const label = variantLabel(variant.options, options, language) || words.oneVariant;
  if (variant.isRemoved) {
    return (
      <li
        data-variant={variant.id}
        className="flex flex-wrap items-center gap-3 border border-rule p-3"
      >
        <s className="font-semibold text-muted">{label}</s>
        <span className="text-stamp">{words.isRemoved}</span>
        <Button look="bare" onClick={() => onChange({ isRemoved: false })}>
          {words.restore}
        </Button>
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
      aria-describedby={errorOf(name) ? `wrong-${variant.id}` : undefined}
      className={isNumber ? "figures text-right" : "figures"}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const wrong = [...columns.map(({ name }) => name), ...sides, "options" as const].flatMap(
    (name) => errorOf(name) ?? [],
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border border-rule p-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-sans font-semibold">{label}</h3>
        {variant.version === 0 ? <span className="text-muted">{words.isNew}</span> : null}
        {variant.version > 0 ? (
          <Link
            to={to(`/admin/Stock/${variant.id}`)}
            className="link ml-auto"
            aria-label={words.stockFor(label)}
          >
            {words.ledger}
          </Link>
        ) : null}
        {isOnly ? null : (
          <IconButton
            icon="trash-2"
            className={variant.version > 0 ? "" : "ml-auto"}
            label={words.removeVariant(label)}
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid grid-cols-2 gap-2 @3xl:flex @3xl:flex-wrap">
        {columns.map(({ name, head, width, isNumber }) => (
          <div key={name} className={`grid content-start gap-1 ${width}`}>
            <span aria-hidden="true" className="printed text-muted">
              {words.variantHeads[head]}
            </span>
            {input(name, words.variantHeads[head], isNumber)}
          </div>
        ))}
        <div className="col-span-2 grid content-start gap-1 @3xl:w-60">
          <span aria-hidden="true" className="printed text-muted">
            {words.variantHeads.size}
          </span>
          <div className="grid grid-cols-3 gap-1">
            {sides.map((side, index) => (
              <span key={side}>{input(side, `${words.variantHeads.size} ${index + 1}`, true)}</span>
            ))}
          </div>
        </div>
      </div>
      {stored ? <PriceNotes variant={variant} stored={stored} /> : null}
      {stored && margins ? (
        <MarginNote
          variantId={stored.id}
          sku={stored.sku}
          price={variant.price}
          taxClass={taxClass}
          margins={margins}
        />
      ) : null}
      {wrong.length > 0 ? (
        <p role="alert" id={`wrong-${variant.id}`} className="text-stamp">
          {wrong.join(" ")}
        </p>
      ) : null}
    </li>
  );
}

/** Sets the price or the weight of every variant. */
function FillAll({ draft, onChange }: Pick<VariantsSectionProps, "draft" | "onChange">) {
  const { editor: words } = useProductWords();
  const [price, setPrice] = useState("");
  const [weight, setWeight] = useState("");
  const fill = () =>
    onChange({
      ...draft,
      variants: draft.variants.map((variant) => ({
        ...variant,
        ...(price === "" ? {} : { price }),
        ...(weight === "" ? {} : { weight_grams: weight }),
      })),
    });
  return (
    <fieldset className="flex flex-wrap items-end gap-2 border border-dashed border-rule p-3">
      <legend className="printed px-1">{words.bulk}</legend>
      {[
        { label: words.bulkPrice, value: price, set: setPrice },
        { label: words.bulkWeight, value: weight, set: setWeight },
      ].map(({ label, value, set }) => (
        <div key={label} className="grid gap-1">
          <span aria-hidden="true" className="text-muted">
            {label}
          </span>
          <TextInput
            aria-label={label}
            inputMode="numeric"
            className="figures text-right"
            value={value}
            maxLength={20}
            onChange={(event) => set(event.currentTarget.value)}
          />
        </div>
      ))}
      <Button look="quiet" onClick={fill}>
        {words.apply}
      </Button>
    </fieldset>
  );
}
