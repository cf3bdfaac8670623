import type { LocalText } from "#base/language.ts";
import type { PromotionChoices } from "#shop/promotions/editor/find-promotion.server.ts";
import type { PromotionNames } from "#shop/promotions/promotion-sentence.ts";
import type { PromotionDraft } from "./promotion-draft.ts";

/** What every step of the builder gets. */
export interface StepProps {
  draft: PromotionDraft;
  onChange: (change: Partial<PromotionDraft>) => void;
  choices: PromotionChoices;
  names: PromotionNames;
  /** Remembers the name of something that was chosen in a search box. */
  onName: (kind: "products" | "variants" | "regions", id: string, name: LocalText) => void;
  /** The words for what is wrong with a field. */
  errorOf: (name: keyof PromotionDraft | "name.id" | "name.en") => string | undefined;
}
