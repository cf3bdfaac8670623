import { useState } from "react";
import { useSearchParams } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import type { FaqEntry as Entry, FaqGroup } from "#app/messages/shared/faq.id.ts";
import { faqWords, useFaqWords } from "#app/messages/shared/faq.ts";
import { returnTermsWords } from "#app/messages/shared/return-terms.ts";
import { pageMeta } from "#app/page-meta.ts";
import { guestTermsWords } from "#app/storefront/faq/messages/guest-terms.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Language } from "#base/language.ts";
import { offersPersonalising } from "#shop/catalogue/offers-personalising.server.ts";
import { sellsSinglePieces } from "#shop/catalogue/sells-singly.server.ts";
import { findFaqPage } from "#shop/content/live-site.server.ts";
import { offersGuestCheckout } from "#shop/customers/guest-checkout.server.ts";
import { type Inline, readRichText } from "#shop/kernel/rich-text.ts";
import { readReturnTerms } from "#shop/orders/returns/return-terms.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { JsonLd } from "../json-ld.tsx";
import type { Route } from "./+types/faq";
import { FaqEntry } from "./faq-entry.tsx";
import { fillIn, maxQueryLength, searchFaq, wordsOf } from "./search-faq.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = faqWords(languageOf(source.location.pathname));
  const own = source.loaderData?.own;
  return pageMeta(source, {
    title: own?.title ?? words.title,
    description: own ? own.description : words.lead,
  });
};

export const handle = { lateScripts: true };

/** The published questions, else the answers from the settings for the built-in questions. */
export async function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const [settled, own] = await Promise.all([settledAnswers(language), findFaqPage(language)]);
  if (!own) return { settled };
  const groups = own.groups.map(({ title, questions }) => ({
    title,
    entries: questions.map(({ slug, question, answer }) =>
      ownEntry(slug, question, answer, settled),
    ),
  }));
  return { settled: {}, own: { ...own, groups } };
}

function ownEntry(
  slug: string,
  question: string,
  answer: string,
  settled: Readonly<Record<string, readonly string[]>>,
): Entry {
  if (answer === "") return { slug, question, answer: settled[slug] ?? [] };
  return { slug, question, answer: answer.split(/\n\s*\n/), isRich: true };
}

/** Answers derived from the settings, by the slug of their question. */
async function settledAnswers(
  language: Language,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const words = returnTermsWords(language);
  const terms = await readReturnTerms();
  const { chargesPpn } = await findMerchant();
  const { tax } = faqWords(language);
  const isPersonalising = await offersPersonalising();
  return {
    pajak: [chargesPpn ? tax.charged : tax.none],
    ...(isPersonalising ? {} : { minimum: [], "gambar-sendiri": [] }),
    // The built-in answer says that there is no minimum, so it is left out when a product has one.
    ...((await sellsSinglePieces()) ? {} : { minimum: [] }),
    akun: [guestTermsWords[language][(await offersGuestCheckout()) ? "guests" : "account"]],
    "salah-cetak": [words.claims(terms)],
    "berubah-pikiran": [
      words.returns(terms),
      ...words.postage(terms),
      ...(isPersonalising ? [words.personalised(terms)] : []),
    ],
  };
}

/** Searched by the address without scripts, and at every letter with them. */
export default function Faq({ loaderData: { settled, own } }: Route.ComponentProps) {
  const words = useFaqWords();
  const all = fillIn(own?.groups ?? words.groups, settled);
  const to = useLocalPath();
  const [params] = useSearchParams();
  const asked = (params.get("q") ?? "").slice(0, maxQueryLength);
  const [typed, setTyped] = useState<string>();
  const query = (typed ?? asked).trim();
  const groups = searchFaq(all, query);
  const marked = wordsOf(query);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);

  return (
    <article className="page grid gap-x-12 gap-y-8 pt-8 md:pt-14 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <JsonLd graph={import.meta.env.SSR ? [faqNode(all)] : []} />
      <header className="lg:sticky lg:top-6 lg:self-start">
        <h1 className="text-2xl md:text-3xl">{own?.title ?? words.title}</h1>
        <p className="mt-3 max-w-[46ch] text-muted">{own ? own.description : words.lead}</p>
        <search className="mt-5">
          {/* Submitting puts the search into the address, so that it can be shared. */}
          <form action={to("/Faq")} className="flex gap-2">
            <TextInput
              key={asked}
              type="search"
              name="q"
              aria-label={words.search}
              placeholder={words.search}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={maxQueryLength}
              defaultValue={asked}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" look="quiet" icon="search">
              <span className="sr-only">{words.submit}</span>
            </Button>
          </form>
        </search>
        <p role="status" className="mt-3 text-sm text-muted">
          {query ? words.foundFor(count, query) : words.found(count)}
        </p>
      </header>
      {count > 0 ? (
        <div className="grid gap-8">
          {groups.map((group) => (
            <section key={group.title} className="sheet sheet-top">
              <div className="px-5 pt-6 pb-3 md:px-10">
                <h2 className="text-xl">{group.title}</h2>
                <div className="mt-3 divide-y divide-rule">
                  {group.entries.map((entry) => (
                    <FaqEntry key={entry.slug} entry={entry} marked={marked} />
                  ))}
                </div>
              </div>
            </section>
          ))}
        </div>
      ) : (
        <EmptyState
          title={words.none(query)}
          action={
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={to("/Contact")}>{words.ask}</ButtonLink>
              <ButtonLink to={to("/Faq")} look="quiet" onClick={() => setTyped(undefined)}>
                {words.clear}
              </ButtonLink>
            </div>
          }
        >
          {words.noneText}
        </EmptyState>
      )}
    </article>
  );
}

/** All of them, whatever is searched for: the canonical address of every search is the page itself. */
function faqNode(groups: readonly FaqGroup[]) {
  return {
    "@type": "FAQPage",
    mainEntity: groups.flatMap(({ entries }) =>
      entries.map(({ question, answer, isRich }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: isRich ? plainText(answer) : answer.join("\n") },
      })),
    ),
  };
}

/** Without the marks, which search engines do not read. */
function plainText(answer: readonly string[]): string {
  const plain = (parts: readonly Inline[]): string =>
    parts.map((part) => (typeof part === "string" ? part : plain(part.of))).join("");
  return readRichText(answer.join("\n\n"))
    .flatMap(({ lines }) => lines.map(plain))
    .join("\n");
}
