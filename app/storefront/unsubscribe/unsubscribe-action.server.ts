import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { readForm } from "#app/read-form.server.ts";
import { isLanguage } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { saveChoices, stopMails, undoStop } from "#shop/consent/change-choices.server.ts";
import { type MailSubscriber, readChoices } from "#shop/consent/choices.server.ts";
import { moveAddress } from "#shop/consent/move-address.server.ts";
import { type LinkProblem, sendChoicesLink } from "#shop/consent/send-link.server.ts";
import { isTopicSlug } from "#shop/consent/topic.ts";
import { emailSchema } from "#shop/kernel/contact-schemas.ts";

export interface UnsubscribeAnswer {
  readonly done?: "stop" | "stop-all" | "undo" | "save" | "move";
  /** Of `stop` and `undo`: the topic's slug; undefined for all. */
  readonly topic?: string | undefined;
  /** Of a stop: the token that undoes it. */
  readonly undo?: string | undefined;
  /** Of `save`: what was turned on waits for a mailed confirmation. */
  readonly isConfirmationSent?: boolean;
  /** The choices in force. */
  readonly subscriber?: MailSubscriber;
  readonly linkSent?: true;
  /** Code of what is wrong with the address. */
  readonly emailProblem?: string;
  readonly failure?: LinkProblem | "link_invalid" | "undo_too_late" | "nothing_on";
}

/** Handles the page's forms: stop, undo, save all, or request a link. */
export async function answerUnsubscribe({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}) {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const intent = text("intent");
  const topic = text("topic");
  const token = text("t");
  const ip = context.get(networkContext);
  const language = languageOf(url.pathname);
  // The forms keep the address of the page, with the campaign whose mail led here.
  const campaign = url.searchParams.get("c") ?? "";
  const evidence = {
    ip,
    language,
    user_agent: request.headers.get("User-Agent") ?? "",
    ...(isUuid(campaign) ? { campaign } : {}),
  };

  if (intent === "stop-all" || (intent === "stop" && isTopicSlug(topic))) {
    const isAll = intent === "stop-all";
    const stopped = await stopMails(token, isAll ? "all" : [topic], "page", evidence);
    if (!stopped.ok) {
      return answered(stopped.problem === "topic_unknown" ? 400 : 404, { failure: "link_invalid" });
    }
    return answered(200, { done: intent, ...(isAll ? {} : { topic }), ...stopped.value });
  }
  if (intent === "undo") {
    const undone = await undoStop(token, text("undo"), evidence);
    if (!undone.ok) return answered(404, { failure: undone.problem });
    const { subscriber, isUndone } = undone.value;
    if (!isUndone) return answered(409, { failure: "undo_too_late", subscriber });
    return answered(200, { done: "undo", ...(isTopicSlug(topic) ? { topic } : {}), subscriber });
  }
  if (intent === "save") return save(form, token, evidence);
  if (intent === "move") return move(text("email"), token, evidence);
  if (intent === "link") {
    const email = v.safeParse(emailSchema, text("email"));
    if (!email.success) return answered(422, { emailProblem: email.issues[0].message });
    const sent = await sendChoicesLink(email.output, {
      captchaToken: text("captcha"),
      ip,
      language,
    });
    if (sent.ok) return answered(200, { linkSent: true });
    return answered(sent.problem === "too_many_requests" ? 429 : 422, { failure: sent.problem });
  }
  return answered(400, { failure: "link_invalid" });
}

/** Topics, pause, limit and language of the one form. */
async function save(form: FormData, token: string, evidence: Parameters<typeof saveChoices>[2]) {
  const ticked = [...form.keys()]
    .filter((name) => name.startsWith("topic:"))
    .map((name) => name.slice("topic:".length))
    .filter(isTopicSlug);
  const language = form.get("language");
  const saved = await saveChoices(
    token,
    Object.fromEntries(ticked.map((slug) => [slug, true])),
    evidence,
    {
      areOthersOff: true,
      language: isLanguage(language) ? language : undefined,
      ...(form.has("pause")
        ? { fewer: { days: pauseOf(form.get("pause")), isMonthly: form.has("monthly") } }
        : {}),
    },
  );
  if (!saved.ok) return answered(404, { failure: saved.problem });
  return answered(200, { done: "save", ...saved.value });
}

async function move(typed: string, token: string, evidence: Parameters<typeof moveAddress>[2]) {
  const subscriber = await readChoices(token);
  if (!subscriber) return answered(404, { failure: "link_invalid" });
  const email = v.safeParse(emailSchema, typed);
  if (!email.success) {
    return answered(422, { emailProblem: email.issues[0].message, subscriber });
  }
  const moved = await moveAddress(token, email.output, evidence);
  if (moved.ok) return answered(200, { done: "move", subscriber });
  const status = moved.problem === "too_many_requests" ? 429 : 422;
  return answered(status, { failure: moved.problem, subscriber });
}

/** @returns days; undefined keeps what is */
function pauseOf(value: unknown): 0 | 30 | 90 | undefined {
  if (value === "0") return 0;
  if (value === "30") return 30;
  return value === "90" ? 90 : undefined;
}

function answered(status: number, answer: UnsubscribeAnswer) {
  return data<UnsubscribeAnswer>(answer, { status, headers: { "Cache-Control": "no-store" } });
}
