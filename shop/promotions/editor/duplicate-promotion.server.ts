import { fail, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { readPromotionFields } from "#shop/promotions/read-promotion-fields.server.ts";
import { type SavePromotionProblem, savePromotion } from "./save-promotion.server.ts";

/** Names and texts that copies get. */
const suffix = { id: "(salinan)", en: "(copy)" };
const maxNameLength = 200;

/**
 * Saves a copy of a promotion that is off and has no codes, because a code belongs to one promotion.
 * @param copyId chosen by the form, so that repeating the request makes one copy
 */
export async function duplicatePromotion(
  actor: Person,
  id: string,
  copyId: string,
): Promise<Result<{ id: string }, SavePromotionProblem>> {
  if (!may(actor, "promos.read")) return fail({ code: "not_permitted" });
  const fields = (await readPromotionFields(asShop(), [id])).get(id)?.fields;
  if (!fields) return fail({ code: "not_found" });
  const copied = (language: "id" | "en") => {
    const name = fields.name[language];
    return (
      name && `${name.slice(0, maxNameLength - suffix[language].length - 1)} ${suffix[language]}`
    );
  };
  return savePromotion(actor, {
    id: copyId,
    version: 0,
    before: null,
    after: { ...fields, name: { id: copied("id"), en: copied("en") }, codes: [], enabled: false },
  });
}
