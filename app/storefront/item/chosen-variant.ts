import { useState } from "react";
import type { ProductDetail, ProductVariant } from "#shop/catalogue/catalogue.ts";

export interface VariantChoice {
  readonly variant: ProductVariant;
  readonly choose: (option: string, value: string) => void;
  /** Whether a value, with everything else as chosen, can be bought. */
  readonly isAvailable: (option: string, value: string) => boolean;
}

/** The first that can be bought is chosen at the start, so that there is always one. */
export function useVariant(product: ProductDetail): VariantChoice | undefined {
  const { variants } = product;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const variant =
    variants.find(({ id }) => id === chosenId) ??
    variants.find(({ stock_band }) => stock_band !== "out") ??
    variants[0];
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
