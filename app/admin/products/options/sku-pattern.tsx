import { useState } from "react";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import type { ProductDraft } from "#app/admin/products/product-draft.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { skusByPattern, startPattern } from "./sku-pattern.ts";

interface SkuPatternProps {
  draft: ProductDraft;
  onChange: (draft: ProductDraft) => void;
}

/** Makes the SKUs of all variants by one pattern, unless two of them would be the same. */
export function SkuPattern({ draft, onChange }: SkuPatternProps) {
  const { editor: words } = useProductWords();
  const [pattern, setPattern] = useState(startPattern(draft.fields.options));
  const [tried, setTried] = useState(false);
  const made = skusByPattern(pattern, draft);
  const apply = () => {
    setTried(true);
    if ("problem" in made) return;
    onChange({
      ...draft,
      variants: draft.variants.map((variant) => ({
        ...variant,
        sku: made.skus.get(variant.id) ?? variant.sku,
      })),
    });
  };
  const error =
    tried && "problem" in made ? words.skuProblems[made.problem](made.detail) : undefined;
  return (
    <div className="flex flex-wrap items-end gap-2 border border-dashed border-rule p-3">
      <div className="min-w-0 grow basis-72">
        <Field label={words.skuPattern} hint={words.skuPatternHint} error={error}>
          {(parts) => (
            <TextInput
              {...parts}
              className="figures"
              value={pattern}
              maxLength={120}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setPattern(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <Button look="quiet" onClick={apply}>
        {words.skuApply}
      </Button>
    </div>
  );
}
