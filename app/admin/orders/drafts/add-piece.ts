import type { DraftVariant } from "#shop/orders/drafts/draft-choice.ts";
import type { FormLine } from "./draft-state.ts";

/** The lines with one more piece of a variant: on its line of the catalogue's price, else on a new one. */
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

/** Whether one more piece fits on the line. */
function isMore(quantity: string): boolean {
  return /^\d+$/.test(quantity) && Number(quantity) < 99;
}
