import { useState } from "react";
import { languageOf, useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { pageMeta } from "#app/page-meta.ts";
import { contactWords, useContactWords } from "#app/storefront/contact/messages/contact.ts";
import { config } from "#base/config.server.ts";
import type { Route } from "./+types/contact";
import { ContactForm } from "./contact-form.tsx";
import { ContactMethods } from "./contact-methods.tsx";
import { answerContactForm, type ContactAnswer } from "./send-enquiry-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = contactWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, description: words.lead });
};

/** The same for every visitor. */
export function loader() {
  return { siteKey: config().recaptcha?.siteKey };
}

export function action(args: Route.ActionArgs) {
  return answerContactForm(args);
}

/** Ways to reach the shop, and a form that also works without scripts as far as its captcha allows. */
export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const words = useContactWords();
  const language = useLanguage();
  const { whatsapp } = useMerchant();
  // "Write another" begins a new form with a key of its own.
  const [round, setRound] = useState(0);
  return (
    <article
      key={language}
      className="page grid gap-x-12 gap-y-8 pt-8 md:pt-14 lg:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <header className="lg:sticky lg:top-6 lg:self-start">
        <h1 className="text-2xl md:text-3xl">{words.title}</h1>
        <p className="mt-3 max-w-[46ch] text-muted">
          {whatsapp ? `${words.whatsappFirst} ` : ""}
          {words.lead}
        </p>
        <ContactMethods />
      </header>
      <section className="sheet sheet-top">
        <div className="px-5 pt-8 pb-8 md:px-10">
          <ContactForm
            key={round}
            siteKey={loaderData.siteKey}
            posted={round === 0 ? (actionData as ContactAnswer | undefined) : undefined}
            onAnother={() => setRound(round + 1)}
          />
        </div>
      </section>
    </article>
  );
}
