import { useLanguage } from "#app/language.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";

/** Offered where the process prints any colour: the shop's own inks. */
const inks = [
  ["#14183a", "ink"],
  ["#ffffff", "white"],
  ["#be1633", "red"],
  ["#2b39a6", "blue"],
  ["#f2b632", "yellow"],
  ["#2f7d4f", "green"],
  ["#6f4426", "brown"],
  ["#8b8f9e", "grey"],
] as const;

/** The inks that an area offers, by name. */
export function useInks(
  colours: SpecArea["colours"],
): readonly { readonly hex: string; readonly name: string }[] {
  const words = useDesignerWords();
  const language = useLanguage();
  return colours === "any"
    ? inks.map(([hex, ink]) => ({ hex, name: words.inks[ink] }))
    : colours.map(({ hex, name }) => ({ hex, name: name[language] }));
}
