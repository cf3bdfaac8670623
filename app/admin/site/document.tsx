import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { TabbedPage } from "#app/admin/kit/tabbed-page.tsx";
import { siteWords, useSiteWords } from "#app/admin/site/messages/site.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Language } from "#base/language.ts";
import { listCategoryTree } from "#shop/catalogue/category-tree.server.ts";
import { namePublicCollections } from "#shop/catalogue/collections/show-collection.server.ts";
import { offersPersonalising } from "#shop/catalogue/offers-personalising.server.ts";
import {
  type DocumentName,
  documentId,
  readDocumentName,
  type SiteBody,
} from "#shop/content/document.ts";
import { findSiteDocument, type SiteDocument } from "#shop/content/read-site.server.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/document";
import type { DocumentChoices } from "./body-values.ts";
import { ContentTab } from "./content-tab.tsx";
import { defaultBody } from "./default-body.server.ts";
import { defaultHome } from "./default-home.server.ts";
import { defaultMenu } from "./default-menu.server.ts";
import { HistoryTab } from "./history-tab.tsx";
import { ScheduleTab } from "./schedule-tab.tsx";
import { answerSite, type SiteAnswer } from "./site-action.server.ts";

const tabs = ["content", "schedule", "history"] as const;
type Tab = (typeof tabs)[number];

export const meta: Route.MetaFunction = (source) => {
  const words = siteWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: source.loaderData ? titleOf(words, source.loaderData.document) : words.title,
    hidden: true,
  });
};

async function choicesFor({ kind }: DocumentName, language: Language): Promise<DocumentChoices> {
  const [categories, collections] = await Promise.all([
    kind === "menu" ? nameCategories(language) : [],
    kind === "menu" || kind === "home" ? namePublicCollections(language) : [],
  ]);
  return { categories, collections };
}

/** Names each category together with its ancestors, e.g. `Dapur › Mug`. */
async function nameCategories(language: Language): Promise<DocumentChoices["categories"]> {
  const tree = await listCategoryTree(language);
  const names = new Map(tree.map(({ slug, name }) => [slug, name]));
  return tree.map(({ id, path }) => ({
    id,
    name: path.map((slug) => names.get(slug) ?? slug).join(" › "),
  }));
}

async function builtInBody(name: DocumentName): Promise<SiteBody> {
  if (name.kind === "menu") return defaultMenu(name.key === "footer");
  return name.kind === "home" ? defaultHome() : defaultBody(name, await offersPersonalising());
}

function nameOf({ kind, key }: { kind: string; key: string }): DocumentName {
  const name = readDocumentName(kind, key);
  if (!name) throw data(null, { status: 404 });
  return name;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "content.edit");
  const name = nameOf(params);
  const document = await findSiteDocument(staff, name);
  if (!document) throw data(null, { status: 404 });
  return {
    document,
    choices: await choicesFor(name, languageOf(url.pathname)),
    /** What the editor begins with. */
    body: document.draft ?? document.live?.body ?? (await builtInBody(name)),
    tab: tabs.find((tab) => tab === url.searchParams.get("tab")) ?? "content",
    mayPublish: may(staff, "content.publish"),
    fresh: randomUUID(),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "content.edit");
  return answerSite(staff, nameOf(params), await readForm(request));
}

function titleOf(words: ReturnType<typeof siteWords>, document: SiteDocument): string {
  const title = (document.draft ?? document.live?.body)?.title as { id?: string } | undefined;
  return words.documents[documentId(document)] ?? (title?.id || words.untitled);
}

/** Where visitors read the document. */
function publicPath({ kind, key, slug }: SiteDocument): string {
  if (kind !== "page") return "/";
  const fixed: Readonly<Record<string, string>> = {
    about: "/About",
    faq: "/Faq",
    "shipping-returns": "/ShippingAndReturns",
    "privacy-intro": "/PrivacyPolicy",
  };
  return fixed[key] ?? `/Pages/${slug}`;
}

export default function AdminSiteDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { document, body, choices, tab, mayPublish, fresh } = loaderData;
  const words = useSiteWords();
  const to = useLocalPath();
  const path = `/admin/Site/${document.kind}/${document.key}`;
  const addresses = tabs.map(
    (name) => [name, name === "content" ? path : `${path}?tab=${name}`] as const,
  );
  const hint = words.hints[documentId(document)];
  const isShown = document.live !== null || document.slug === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link to={to("/admin/Site")} className="link justify-self-start">
        {words.back}
      </Link>
      <TabbedPage<Tab>
        title={titleOf(words, document)}
        tabs={addresses}
        labels={words.tabs}
        tab={tab}
        action={
          isShown ? (
            <Link to={to(publicPath(document))} className="link inline-flex min-h-6 items-center">
              {words.view}
            </Link>
          ) : undefined
        }
      >
        {hint ? <p className="max-w-[72ch] text-muted">{hint}</p> : null}
        <AnswerNotice answer={actionData} />
        {tab === "content" ? (
          <ContentTab
            key={documentId(document)}
            document={document}
            body={body}
            choices={choices}
            mayPublish={mayPublish}
            answer={actionData}
          />
        ) : tab === "schedule" ? (
          <ScheduleTab
            document={document}
            fresh={fresh}
            mayPublish={mayPublish}
            answer={actionData}
          />
        ) : (
          <HistoryTab document={document} mayPublish={mayPublish} />
        )}
      </TabbedPage>
    </div>
  );
}

/** The result of a form other than the editor's, which has its own. */
function AnswerNotice({ answer }: { answer: SiteAnswer | undefined }) {
  const words = useSiteWords();
  if (answer?.done) return <Notice tone="success">{words.done[answer.done]}</Notice>;
  if (!answer?.problem || answer.mine) return null;
  return <Notice tone="error">{wordsFor(words.problems, answer.problem, "invalid_input")}</Notice>;
}
