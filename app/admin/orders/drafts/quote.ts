import { languageOf } from "#app/language.ts";
import { readJson } from "#app/read-form.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import { quoteDraft } from "#shop/orders/drafts/quote-draft.server.ts";
import { type DraftCut, quoteStaffCut } from "#shop/orders/drafts/quote-staff-cut.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/quote";

/** The quote of a draft, or the invalid fields that prevent it. */
export interface QuoteAnswer {
  readonly quote?: Quote;
  readonly cut?: DraftCut | null;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The price of a draft as its form shows it. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "orders.draft");
  const replaces = url.searchParams.get("replaces");
  const form = await readJson(request);
  const language = languageOf(url.pathname);
  const [quoted, cut] = await Promise.all([
    quoteDraft(staff, form, language, replaces !== null && isUuid(replaces) ? replaces : null),
    quoteStaffCut(staff, form, language),
  ]);
  const answer: QuoteAnswer = quoted.ok
    ? { quote: quoted.value, cut }
    : { fields: "fields" in quoted.problem ? quoted.problem.fields : {} };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
