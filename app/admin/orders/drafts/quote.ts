import { languageOf } from "#app/language.ts";
import { readJson } from "#app/read-form.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Quote } from "#shop/orders/cart/cart.ts";
import { quoteDraft } from "#shop/orders/drafts/quote-draft.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/quote";

/** The quote of a draft, or the invalid fields that prevent it. */
export interface QuoteAnswer {
  readonly quote?: Quote;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The price of a draft as its form shows it. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "orders.draft");
  const replaces = url.searchParams.get("replaces");
  const quoted = await quoteDraft(
    staff,
    await readJson(request),
    languageOf(url.pathname),
    replaces !== null && isUuid(replaces) ? replaces : null,
  );
  const answer: QuoteAnswer = quoted.ok
    ? { quote: quoted.value }
    : { fields: "fields" in quoted.problem ? quoted.problem.fields : {} };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
