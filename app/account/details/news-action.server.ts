import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { signUpWords } from "#app/messages/shared/sign-up.ts";
import type { Person } from "#shop/access.ts";
import { subscribeAccount } from "#shop/mail-topics/subscribe-account.server.ts";
import type { Route } from "./+types/details";

export interface NewsAnswer {
  readonly news?: "subscribed" | "confirmation_sent" | "no_address" | "not_ticked";
}

/** Handles the box for news from the shop. */
export async function answerNewsForm(
  actor: Person,
  form: FormData,
  { request, url, context }: Pick<Route.ActionArgs, "request" | "url" | "context">,
): Promise<NewsAnswer> {
  if (!form.has("news")) return { news: "not_ticked" };
  const language = languageOf(url.pathname);
  const news = await subscribeAccount(actor, "account", {
    language,
    wording: signUpWords(language).box,
    ip: context.get(networkContext),
    user_agent: request.headers.get("User-Agent") ?? "",
  });
  return { news };
}
