import type { Place } from "#shop/designs/edit/edit-layers.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/print-spec.ts";

/** Where the board begins: the first area of the first side. */
export function placeOf({ sides: [side] }: PrintSpec): Place {
  const [area]: readonly (SpecArea | undefined)[] = side?.areas ?? [];
  return { side: side?.id ?? "", area: area?.id ?? "" };
}
