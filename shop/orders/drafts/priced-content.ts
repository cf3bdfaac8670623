import type { Result } from "#base/result.ts";
import { type ContentInvalid, checkDraft } from "./check-draft.ts";
import type { DraftContent, DraftForm } from "./draft.ts";

/**
 * The content of a form as far as the price depends on it. An incomplete contact and a missing reason do not prevent a
 * quote.
 */
export function readPricedContent(form: unknown): Result<DraftContent, ContentInvalid> {
  const checked = checkDraft(form);
  if (checked.ok) return checked;
  const rest = checkDraft(withPlaceholderTexts(form));
  return rest.ok ? rest : checked;
}

function withPlaceholderTexts(form: unknown): unknown {
  if (typeof form !== "object" || form === null) return form;
  const { buyer, discount, shipping_price, ...rest } = form as Partial<DraftForm>;
  return {
    ...rest,
    buyer: { name: "", phone: "", email: "", account_id: buyer?.account_id ?? null },
    discount: discount ? { ...discount, reason: "-" } : discount,
    shipping_price: shipping_price ? { ...shipping_price, reason: "-" } : shipping_price,
    note: "",
    staff_note: "",
  };
}
