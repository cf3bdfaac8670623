import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ProductDetail, ProductVariant } from "#shop/catalogue/catalogue.ts";

export interface VariantChoice {
  readonly variant: ProductVariant;
  readonly choose: (option: string, value: string) => void;
  /** Whether a value, with everything else as chosen, can be bought. */
  readonly isAvailable: (option: string, value: string) => boolean;
}

/**
 * The variant that a page opens with: what the address asks for (`?colour=putih`, from a list that was narrowed to it),
 * of those what can be bought, and of those the one whose picture comes first, as on the list's card.
 */
export function firstVariant(
  variants: readonly ProductVariant[],
  asked: URLSearchParams,
): ProductVariant | undefined {
  const isAsked = variants.some(({ options }) =>
    Object.keys(options).some((code) => asked.has(code)),
  );
  const faults = ({ options, stock_band, pictures }: ProductVariant) => [
    Object.entries(options).filter(
      ([option, value]) => asked.has(option) && !asked.getAll(option).includes(value),
    ).length,
    Number(stock_band === "out"),
    isAsked ? (pictures[0] ?? Number.MAX_SAFE_INTEGER) : 0,
  ];
  return variants.reduce<ProductVariant | undefined>((best, variant) => {
    if (!best) return variant;
    const than = faults(best);
    const difference = faults(variant).map((fault, index) => fault - (than[index] ?? 0));
    return (difference.find((step) => step !== 0) ?? 0) < 0 ? variant : best;
  }, undefined);
}

/** There is always one, if the product has any. */
export function useVariant(product: ProductDetail): VariantChoice | undefined {
  const { variants } = product;
  const [asked] = useSearchParams();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const variant = variants.find(({ id }) => id === chosenId) ?? firstVariant(variants, asked);
  if (!variant) return undefined;

  const withValue = (option: string, value: string) =>
    variants.find(({ options }) =>
      Object.entries({ ...variant.options, [option]: value }).every(
        ([name, wanted]) => options[name] === wanted,
      ),
    );
  return {
    variant,
    choose: (option, value) => {
      const next =
        withValue(option, value) ?? variants.find(({ options }) => options[option] === value);
      if (next) setChosenId(next.id);
    },
    isAvailable: (option, value) => {
      const found = withValue(option, value);
      return found !== undefined && found.stock_band !== "out";
    },
  };
}
