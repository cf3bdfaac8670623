import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import type { Place } from "#shop/designs/edit/edit-layers.ts";

/** Where the board begins: the first area of the first side. */
export function placeOf({ sides: [side] }: PrintSpec): Place {
  const [area]: readonly (SpecArea | undefined)[] = side?.areas ?? [];
  return { side: side?.id ?? "", area: area?.id ?? "" };
}
