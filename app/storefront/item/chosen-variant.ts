import { useState } from "react";
import { useSearchParams } from "react-router";
import type { ProductDetail, ProductVariant } from "#shop/catalogue/catalogue.ts";

export interface VariantChoice {
  readonly variant: ProductVariant;
  readonly choose: (option: string, value: string) => void;
  /** Whether a value, with everything else as chosen, can be bought. */
  readonly stateOf: (option: string, value: string) => ValueState;
  /** Codes of the other options that the last choice changed, because no variant has the former values with the new one. */
  readonly replaced: readonly string[];
}

/** `missing`: no variant has the value together with the other chosen ones. */
export type ValueState = "available" | "sold_out" | "missing";

/** The variant that has a value and shares most of the other chosen ones; undefined if none has the value. */
export function nearestVariant(
  variants: readonly ProductVariant[],
  chosen: ProductVariant["options"],
  option: string,
  value: string,
): ProductVariant | undefined {
  const shared = ({ options }: ProductVariant) =>
    Object.entries(chosen).filter(([name, wanted]) => options[name] === wanted).length;
  return variants
    .filter(({ options }) => options[option] === value)
    .reduce<ProductVariant | undefined>(
      (best, variant) => (best && shared(best) >= shared(variant) ? best : variant),
      undefined,
    );
}

/** Query parameter with the id of the chosen variant, so that reloads, back navigation and shared links show it. */
const param = "variant";

/**
 * The variant that a page opens with: the one that the address names, else of those that match the address (`?colour=putih`, from a filtered list) one
 * that is available, and of those the one with the first picture, as on the list's card.
 */
export function firstVariant(
  variants: readonly ProductVariant[],
  asked: URLSearchParams,
): ProductVariant | undefined {
  const named = variants.find(({ id }) => id === asked.get(param));
  if (named) return named;
  const faults = ({ options, stock_band, pictures }: ProductVariant) => {
    const wanted = Object.entries(options).filter(([option]) => asked.has(option));
    const missed = wanted.filter(([option, value]) => !asked.getAll(option).includes(value));
    const picture = wanted.length > 0 ? (pictures[0] ?? 99) : 0;
    // One before the other: no product has a thousand pictures.
    return missed.length * 1e6 + (stock_band === "out" ? 1e3 : 0) + picture;
  };
  return variants.reduce<ProductVariant | undefined>(
    (best, variant) => (best && faults(best) <= faults(variant) ? best : variant),
    undefined,
  );
}

/** There is always one, if the product has any. */
export function useVariant(product: ProductDetail): VariantChoice | undefined {
  const { variants } = product;
  const [asked] = useSearchParams();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [replaced, setReplaced] = useState<readonly string[]>([]);
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
      const next = nearestVariant(variants, variant.options, option, value);
      if (!next) return;
      const others = Object.keys(next.options).filter((name) => name !== option);
      setReplaced(others.filter((name) => next.options[name] !== variant.options[name]));
      setChosenId(next.id);
      writeAddress(next);
    },
    stateOf: (option, value) => {
      const found = withValue(option, value);
      if (!found) return "missing";
      return found.stock_band === "out" ? "sold_out" : "available";
    },
    replaced,
  };
}

/** Uses `history.replaceState`: the router loads nothing, and its history state is preserved. */
function writeAddress({ id, options }: ProductVariant): void {
  const url = new URL(location.href);
  for (const option of Object.keys(options)) url.searchParams.delete(option);
  url.searchParams.set(param, id);
  history.replaceState(history.state, "", url);
}
