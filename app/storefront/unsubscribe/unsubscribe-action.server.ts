import { data, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { networkContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { readForm } from "#app/read-form.server.ts";
import { emailSchema } from "#shop/enquiries/enquiry.ts";
import { type MailSubscriber, saveChoices } from "#shop/mail-topics/choices.server.ts";
import { type LinkProblem, sendChoicesLink } from "#shop/mail-topics/send-link.server.ts";
import { isMailTopic, type MailTopic, mailTopicNames } from "#shop/mail-topics/topic.ts";

export interface UnsubscribeAnswer {
  readonly done?: "stop" | "undo" | "save";
  readonly topic?: MailTopic;
  /** The choices in force. */
  readonly subscriber?: MailSubscriber;
  readonly linkSent?: true;
  /** Code of what is wrong with the address. */
  readonly emailProblem?: string;
  readonly failure?: LinkProblem | "link_invalid";
}

/** Handles the page's forms: stop or undo one topic, save all, or request a link. */
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

  if ((intent === "stop" || intent === "undo") && isMailTopic(topic)) {
    return saved(text("t"), { [topic]: intent === "undo" }, { done: intent, topic });
  }
  if (intent === "save") {
    const wanted = Object.fromEntries(mailTopicNames.map((name) => [name, form.has(name)]));
    return saved(text("t"), wanted, { done: intent });
  }
  if (intent === "link") {
    const email = v.safeParse(emailSchema, text("email"));
    if (!email.success) return answered(422, { emailProblem: email.issues[0].message });
    const sent = await sendChoicesLink(email.output, {
      captchaToken: text("captcha"),
      ip: context.get(networkContext),
      language: languageOf(url.pathname),
    });
    if (sent.ok) return answered(200, { linkSent: true });
    return answered(sent.problem === "too_many_requests" ? 429 : 422, { failure: sent.problem });
  }
  return answered(400, { failure: "link_invalid" });
}

async function saved(
  token: string,
  wanted: Partial<Record<MailTopic, boolean>>,
  answer: UnsubscribeAnswer,
) {
  const result = await saveChoices(token, wanted, "page");
  return result.ok
    ? answered(200, { ...answer, subscriber: result.value })
    : answered(404, { failure: result.problem });
}

function answered(status: number, answer: UnsubscribeAnswer) {
  return data<UnsubscribeAnswer>(answer, { status, headers: { "Cache-Control": "no-store" } });
}
