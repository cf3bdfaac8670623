import { data, redirect } from "react-router";
import { draftWords, useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readJson } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { findDraft } from "#shop/orders/drafts/read-drafts.server.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { WaitingApprovals } from "../../approvals/waiting-approvals.tsx";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/draft";
import { answerDraft } from "./draft-action.server.ts";
import { DraftEditor } from "./draft-editor.tsx";
import { DraftPill } from "./draft-pill.tsx";
import { emptyDraft, formOf } from "./draft-state.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: draftWords(languageOf(source.location.pathname)).heading,
    hidden: true,
  });

/** `New` redirects to the id of a new draft, with `?new=1`, so that a form that is sent twice stores one draft. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "orders.draft");
  const isCounter = url.searchParams.get("mode") === "counter";
  if (params.id === "New") {
    const mode = isCounter ? "&mode=counter" : "";
    const path = `/admin/Orders/Drafts/${crypto.randomUUID()}?new=1${mode}`;
    throw redirect(localPath(languageOf(url.pathname), path));
  }
  const draft = await findDraft(staff, params.id);
  if (!draft && !(isUuid(params.id) && url.searchParams.has("new"))) {
    throw data(null, { status: 404 });
  }
  return {
    id: params.id,
    isCounter,
    state: draft?.state ?? ("open" as const),
    order: draft?.order ?? null,
    revision: draft?.revision ?? 0,
    waiting: draft ? await waitingAbout(staff, params.id) : [],
    form: draft ? formOf(draft.content) : emptyDraft(isCounter),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "orders.draft");
  const language = languageOf(url.pathname);
  const answer = await answerDraft(staff, params.id, await readJson(request), language);
  if (answer.order_id === undefined) return answer;
  throw redirect(localPath(language, `/admin/Orders/${answer.order_id}`));
}

/** The editor of an order draft. */
export default function AdminDraft({ loaderData }: Route.ComponentProps) {
  const { id, state, order, waiting } = loaderData;
  const words = useDraftWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Orders/Drafts")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-4">
        <h1 tabIndex={-1} className="text-2xl">
          {words.heading}
        </h1>
        <DraftPill state={state} />
      </header>
      {order ? (
        <p>
          <Link to={to(`/admin/Orders/${order.id}`)} className="link">
            {words.ordered(order.number)}
          </Link>
        </p>
      ) : null}
      <WaitingApprovals approvals={waiting} />
      {state === "dropped" ? <Notice>{words.dropped}</Notice> : null}
      <DraftEditor key={id} {...loaderData} />
    </div>
  );
}
