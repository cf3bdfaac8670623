import type { DesignerWords } from "#app/messages/shared/designer.ts";
import type { Language } from "#base/language.ts";
import type { Layer } from "#shop/designs/document/document.ts";
import type { Placement } from "#shop/designs/edit/drag-layer.ts";
import { formatNumber } from "./numbers.ts";

/** How a layer is called: `Teks “Rani”`, `Bintang`. */
export function nameOfLayer(layer: Layer, words: DesignerWords): string {
  if (layer.name !== undefined) return layer.name;
  if (layer.kind === "text") return `${words.kinds.text} “${layer.text.trim()}”`;
  return layer.kind === "shape" ? words.shapes[layer.shape] : words.kinds[layer.kind];
}

/** Where a box is and how large: `40 × 12 mm`, `5 mm dari kiri, 8 mm dari atas`. */
export function boxOfLayer({ x, y, w, h }: Placement, words: DesignerWords, language: Language) {
  const format = (value: number) => formatNumber(value, language);
  return {
    size: words.layer.size(format(w), format(h)),
    place: words.layer.place(format(x - w / 2), format(y - h / 2)),
  };
}
