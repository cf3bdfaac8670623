import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { signUpWords } from "#app/messages/shared/sign-up.ts";
import { readForm } from "#app/read-form.server.ts";
import {
  subscribeAccount,
  switchCartReminders,
} from "#shop/consent/subscribe/subscribe-account.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/details";
import { answerProfileForm, type ProfileAnswer } from "./save-profile-action.server.ts";

export interface NewsAnswer {
  /** What the switch of the reminders of carts says now; undefined for another form. */
  readonly cartReminders?: "on" | "off" | "no_news";
  readonly news?: "subscribed" | "confirmation_sent" | "no_address" | "not_ticked";
}

/** Handles the page's forms: the profile, and the box for news from the shop. */
export async function answerDetails(
  args: Pick<Route.ActionArgs, "request" | "url" | "context">,
): Promise<NewsAnswer | ProfileAnswer> {
  const actor = personOf(args.context);
  const form = await readForm(args.request);
  const intent = form.get("intent");
  if (intent === "cart_reminders") return answerCartSwitch(actor, form, args);
  return intent === "news" ? answerNewsForm(actor, form, args) : answerProfileForm(actor, form);
}

async function answerCartSwitch(
  actor: Person,
  form: FormData,
  { request, url, context }: Pick<Route.ActionArgs, "request" | "url" | "context">,
): Promise<NewsAnswer> {
  const isOn = form.get("on") === "1";
  const isDone = await switchCartReminders(actor, isOn, {
    language: languageOf(url.pathname),
    ip: context.get(networkContext),
    user_agent: request.headers.get("User-Agent") ?? "",
  });
  return { cartReminders: isDone ? (isOn ? "on" : "off") : "no_news" };
}

async function answerNewsForm(
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
