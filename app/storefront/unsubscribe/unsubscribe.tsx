import { data } from "react-router";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import {
  unsubscribeWords,
  useUnsubscribeWords,
} from "#app/storefront/unsubscribe/messages/unsubscribe.ts";
import { config } from "#base/config.server.ts";
import { readChoices } from "#shop/consent/choices.server.ts";
import { isTopicSlug } from "#shop/consent/topic.ts";
import type { Route } from "./+types/unsubscribe";
import { Choices } from "./choices.tsx";
import { LinkForm } from "./link-form.tsx";
import { answerUnsubscribe, type UnsubscribeAnswer } from "./unsubscribe-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = unsubscribeWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

/**
 * The address contains a secret: it must not be cached or sent to another site. The site itself needs it: under
 * `no-referrer` a form without scripts has no origin, and is refused as another site's.
 */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

/** Changes nothing: programs that look for harm in mails open links too. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("t") ?? "";
  const topic = url.searchParams.get("topic");
  const subscriber = token ? await readChoices(token) : undefined;
  const found = {
    token,
    subscriber,
    topic: isTopicSlug(topic) ? topic : undefined,
    isBroken: token !== "" && !subscriber,
    siteKey: config().recaptcha?.siteKey,
  };
  return data(found, { status: found.isBroken ? 404 : 200 });
}

export function action(args: Route.ActionArgs) {
  return answerUnsubscribe(args);
}

/** Works signed out, from a link in a mail, with one press; and without scripts. */
export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const words = useUnsubscribeWords();
  const { token, topic, isBroken, siteKey } = loaderData;
  const answer = actionData as UnsubscribeAnswer | undefined;
  const subscriber = answer?.subscriber ?? loaderData.subscriber;
  return (
    <article className="page grid gap-x-12 gap-y-8 pt-8 md:pt-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <header className="lg:sticky lg:top-6 lg:self-start">
        <h1 className="text-2xl md:text-3xl">{words.title}</h1>
        <p className="mt-3 max-w-[46ch] text-muted">{words.lead}</p>
        {subscriber ? (
          <p className="mt-3 font-semibold wrap-anywhere">{words.for(subscriber.email)}</p>
        ) : null}
      </header>
      <section className="sheet sheet-top">
        <div className="px-5 pt-8 pb-8 md:px-10">
          {subscriber ? (
            <Choices token={token} topic={topic} subscriber={subscriber} answer={answer} />
          ) : (
            <LinkForm isBroken={isBroken} siteKey={siteKey} posted={answer} />
          )}
        </div>
      </section>
    </article>
  );
}
