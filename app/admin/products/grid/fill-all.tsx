import { useState } from "react";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import type { ProductDraft } from "#app/admin/products/product-draft.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";

interface FillAllProps {
  draft: ProductDraft;
  onChange: (draft: ProductDraft) => void;
}

/** Sets the price, the stock or the weight of every variant. */
export function FillAll({ draft, onChange }: FillAllProps) {
  const { editor: words } = useProductWords();
  const [price, setPrice] = useState("");
  const [stock, setStock] = useState("");
  const [weight, setWeight] = useState("");
  const fill = () =>
    onChange({
      ...draft,
      variants: draft.variants.map((variant) => ({
        ...variant,
        ...(price === "" ? {} : { price }),
        ...(stock === "" ? {} : { stock }),
        ...(weight === "" ? {} : { weight_grams: weight }),
      })),
    });
  return (
    <fieldset className="flex flex-wrap items-end gap-2 border border-dashed border-rule p-3">
      <legend className="printed px-1">{words.bulk}</legend>
      {[
        { label: words.bulkPrice, value: price, set: setPrice },
        { label: words.bulkStock, value: stock, set: setStock },
        { label: words.bulkWeight, value: weight, set: setWeight },
      ].map(({ label, value, set }) => (
        <div key={label} className="grid min-w-0 basis-28 grow gap-1">
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
