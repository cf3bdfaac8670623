import { useId } from "react";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLanguage } from "#app/language.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { inLanguage } from "#base/language.ts";
import type { PrintableVariant, Printing } from "#shop/designs/print-setup/printing.ts";

interface VariantsFieldProps {
  printing: Printing;
  /** Ids of the ticked variants. */
  chosen: readonly string[];
  /** The specification that the form began with. */
  replaces: string | null;
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** Which variants a specification is for. */
export function VariantsField({ printing, chosen, replaces, error, onChange }: VariantsFieldProps) {
  const words = usePrintingWords();
  const language = useLanguage();
  const problemId = useId();
  const { product, variants } = printing;
  const ticked = new Set(chosen);
  const labelOf = ({ options, sku }: PrintableVariant) =>
    product.options
      .flatMap(({ code, values }) => values.find((value) => value.code === options[code]) ?? [])
      .map(({ label }) => inLanguage(label, language))
      .join(", ") || sku;
  return (
    <fieldset className="grid">
      <legend className="text-sm font-semibold">{words.variants}</legend>
      <p className="text-sm text-muted">{words.variantsHint}</p>
      <Checkbox
        label={words.allVariants}
        checked={variants.every(({ id }) => ticked.has(id))}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? problemId : undefined}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? variants.map(({ id }) => id) : [])
        }
      />
      {variants.length > 1 ? (
        <section
          aria-label={words.variants}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area takes the focus, also where its ticks are disabled
          tabIndex={0}
          className="grid max-h-64 gap-x-4 overflow-y-auto border-t border-rule pt-1 sm:grid-cols-2 xl:grid-cols-4"
        >
          {variants.map((variant) => (
            <Checkbox
              key={variant.id}
              label={
                <span>
                  {labelOf(variant)}
                  {variant.spec_id !== null && variant.spec_id !== replaces ? (
                    <span className="text-muted"> · {words.ofOther}</span>
                  ) : null}
                </span>
              }
              checked={ticked.has(variant.id)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, variant.id]
                    : chosen.filter((id) => id !== variant.id),
                )
              }
            />
          ))}
        </section>
      ) : null}
      {error ? (
        <p role="alert" id={problemId} className="text-sm text-stamp">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
