import type { DesignerWords } from "#app/messages/shared/designer.ts";
import type { Language } from "#base/language.ts";
import type { Placement } from "#shop/designs/edit/drag-layer.ts";
import { boxOfLayer, nameOfLayer } from "./describe-layer.ts";
import type { Editor } from "./use-editor.ts";

/** What a screen reader hears after a change: the place of the chosen layers, or what was undone. */
export function saidOf(
  { layer, marked, said }: Editor,
  box: Placement | null,
  words: DesignerWords,
  language: Language,
): string {
  if (said) return words[said.way](words.steps[said.kind]);
  if (!layer || !box) return "";
  const { size, place } = boxOfLayer(box, words, language);
  const name = marked.length > 0 ? words.marked(marked.length) : nameOfLayer(layer, words);
  return words.said(name, size, place);
}
