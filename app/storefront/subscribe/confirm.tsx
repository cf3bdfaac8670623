import { data } from "react-router";
import { networkContext } from "#app/context.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { signUpWords, useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { config } from "#base/config.server.ts";
import {
  type Confirmation,
  confirmSubscription,
  readConfirmation,
} from "#shop/consent/subscribe/confirm-subscription.server.ts";
import type { Route } from "./+types/confirm";
import { ConfirmForm } from "./confirm-form.tsx";
import { Confirmed } from "./confirmed.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";
import { SubscribeSheet } from "./subscribe-sheet.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: signUpWords(languageOf(source.location.pathname)).confirmTitle,
    hidden: true,
    uncanonical: true,
  });

/**
 * The address contains a secret: it must not be cached or sent to another site. The site itself needs it: under
 * `no-referrer` a form without scripts has no origin, and is refused as another site's.
 */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

/** Changes nothing: programs that look for harm in mails open links too. */
export async function loader({ params }: Route.LoaderArgs) {
  const confirmation = await readConfirmation(params.token);
  const found = { confirmation, siteKey: config().recaptcha?.siteKey };
  return data(found, { status: statusOf(confirmation) });
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const confirmation = await confirmSubscription(params.token, {
    ip: context.get(networkContext),
    user_agent: request.headers.get("User-Agent") ?? "",
    language: languageOf(url.pathname),
    pressed: !form.has("auto"),
  });
  return data({ confirmation }, { status: statusOf(confirmation) });
}

function statusOf(confirmation: Confirmation | undefined): number {
  if (!confirmation) return 404;
  return confirmation.state === "expired" ? 410 : 200;
}

/** One press, which the page makes by itself when a person looks at it. */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const words = useSignUpWords();
  const language = useLanguage();
  const confirmation = actionData?.confirmation ?? loaderData.confirmation;
  const topics = (confirmation?.subscriber.topics ?? [])
    .filter(({ slug }) => confirmation?.topics.includes(slug))
    .map(({ name }) => name[language])
    .join(", ");

  if (confirmation?.state === "open") {
    return (
      <SubscribeSheet title={words.confirmTitle} lead={words.confirmLead(topics)}>
        <ConfirmForm />
      </SubscribeSheet>
    );
  }
  if (confirmation?.linkToken) {
    return (
      <SubscribeSheet title={words.confirmedTitle}>
        <Confirmed
          email={confirmation.subscriber.email}
          topics={topics}
          linkToken={confirmation.linkToken}
        />
      </SubscribeSheet>
    );
  }
  return (
    <SubscribeSheet
      title={confirmation ? words.expiredTitle : words.unknownTitle}
      lead={confirmation ? words.expiredText : words.unknownText}
    >
      <SubscribeForm siteKey={loaderData.siteKey} />
    </SubscribeSheet>
  );
}
