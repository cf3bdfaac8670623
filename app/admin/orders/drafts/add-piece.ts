import type { DraftVariant } from "#shop/orders/drafts/draft-choice.ts";
import type { FormLine } from "./draft-state.ts";

/** Adds one piece of a variant to its first line below 99 pieces, else as a new line at the catalogue's price. */
export function withPiece(lines: readonly FormLine[], hit: DraftVariant): FormLine[] {
  const index = lines.findIndex(
    (line) => line.kind === "variant" && line.variant_id === hit.id && isMore(line.quantity),
  );
  if (index >= 0) {
    return lines.map((line, place) =>
      place === index ? { ...line, quantity: String(Number(line.quantity) + 1) } : line,
    );
  }
  const label = [hit.name, hit.options].filter(Boolean).join(", ");
  return [
    ...lines,
    {
      kind: "variant",
      variant_id: hit.id,
      label: `${label} (${hit.sku})`,
      quantity: "1",
      price: "",
    },
  ];
}

/** The form allows 99 pieces in a line. */
function isMore(quantity: string): boolean {
  return /^\d+$/.test(quantity) && Number(quantity) < 99;
}
