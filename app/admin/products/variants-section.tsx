import { useId, useState } from "react";
import { FillAll } from "#app/admin/products/grid/fill-all.tsx";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { SkuPattern } from "#app/admin/products/options/sku-pattern.tsx";
import { useFocusAfter } from "#app/browser/focus/use-focus-after.ts";
import { Button } from "#app/ui/button.tsx";
import type { Margins } from "#shop/catalogue/products/margins.ts";
import type { StaffVariant } from "#shop/catalogue/products/product.ts";
import type { TypedVariant } from "#shop/catalogue/products/product-form.ts";
import { FoldableSection } from "./foldable-section.tsx";
import { missingCombinations, type ProductDraft, withCombinations } from "./product-draft.ts";
import { VariantHeads, VariantRow } from "./variant-row.tsx";

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
    <FoldableSection
      title={words.variants}
      hint={words.stockHint}
      isOpen={draft.variants.length === 1}
    >
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
        <div>
          <VariantHeads />
          <ul>
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
    </FoldableSection>
  );
}
