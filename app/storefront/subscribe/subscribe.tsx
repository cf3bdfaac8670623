import { languageOf } from "#app/language.ts";
import { signUpWords, useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { pageMeta } from "#app/page-meta.ts";
import { config } from "#base/config.server.ts";
import type { Route } from "./+types/subscribe";
import { answerSignUp, type SignUpAnswer } from "./sign-up-action.server.ts";
import { SubscribeForm } from "./subscribe-form.tsx";
import { SubscribeSheet } from "./subscribe-sheet.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: signUpWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export function loader() {
  return { siteKey: config().recaptcha?.siteKey };
}

export function action(args: Route.ActionArgs) {
  return answerSignUp(args);
}

/** Where the footer's form leads, also without scripts. */
export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  const words = useSignUpWords();
  return (
    <SubscribeSheet title={words.title} lead={words.lead}>
      <SubscribeForm siteKey={loaderData.siteKey} posted={actionData as SignUpAnswer | undefined} />
    </SubscribeSheet>
  );
}
