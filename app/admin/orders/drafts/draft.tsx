import { data, redirect } from "react-router";
import { draftWords, useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readJson } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { copyOrder, copyToReplace } from "#shop/orders/drafts/copy-order.server.ts";
import { findDraft, findReplacingDraft } from "#shop/orders/drafts/read-drafts.server.ts";
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

/**
 * `New` redirects to the id of a new draft, with `?new=1`, so that a form that is sent twice stores one draft. A new draft can
 * begin as a copy of an order (`?order=`), as its replacement (`?replaces=`) or as a copy of another draft (`?draft=`).
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "orders.draft");
  const isCounter = url.searchParams.get("mode") === "counter";
  if (params.id === "New") {
    const openDraft = await findReplacingDraft(staff, url.searchParams.get("replaces") ?? "");
    if (openDraft)
      throw redirect(localPath(languageOf(url.pathname), `/admin/Orders/Drafts/${openDraft}`));
    const query = new URLSearchParams([["new", "1"], ...copyParams(url.searchParams)]);
    if (isCounter) query.set("mode", "counter");
    const path = `/admin/Orders/Drafts/${crypto.randomUUID()}?${query}`;
    throw redirect(localPath(languageOf(url.pathname), path));
  }
  const draft = await findDraft(staff, params.id);
  if (!draft && !(isUuid(params.id) && url.searchParams.has("new"))) {
    throw data(null, { status: 404 });
  }
  const copied = draft ? undefined : await copyOf(staff, url.searchParams);
  return {
    id: params.id,
    copied: copied?.of ?? null,
    replaces: draft ? draft.replaces : (copied?.replaces ?? null),
    isCounter,
    state: draft?.state ?? ("open" as const),
    order: draft?.order ?? null,
    revision: draft?.revision ?? 0,
    waiting: draft ? await waitingAbout(staff, params.id) : [],
    form: draft ? formOf(draft.content) : (copied?.form ?? emptyDraft(isCounter)),
  };
}

const copyParameters = ["order", "replaces", "draft"] as const;

/** The parameters that name what a new draft copies. */
function copyParams(params: URLSearchParams): [string, string][] {
  return copyParameters.flatMap((name): [string, string][] => {
    const id = params.get(name);
    return id !== null && isUuid(id) ? [[name, id]] : [];
  });
}

/** @throws 404 for an order or a draft that the person may not copy */
async function copyOf(staff: Person, params: URLSearchParams) {
  const [[name, id] = []] = copyParams(params);
  if (id === undefined) return undefined;
  if (name === "order") {
    const order = await copyOrder(staff, id);
    if (!order) throw data(null, { status: 404 });
    const { number, skipped, form } = order;
    return { of: { number, skipped }, replaces: null, form };
  }
  if (name === "replaces") {
    const order = await copyToReplace(staff, id);
    if (!order) throw data(null, { status: 404 });
    return { of: null, replaces: { id, number: order.number }, form: order.form };
  }
  const draft = await findDraft(staff, id);
  if (!draft) throw data(null, { status: 404 });
  return { of: { number: null, skipped: [] }, replaces: null, form: formOf(draft.content) };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "orders.draft");
  const language = languageOf(url.pathname);
  const answer = await answerDraft(staff, params.id, await readJson(request));
  if (answer.order_id === undefined) return answer;
  throw redirect(localPath(language, `/admin/Orders/${answer.order_id}`));
}

/** The editor of an order draft. */
export default function AdminDraft({ loaderData }: Route.ComponentProps) {
  const { id, state, order, waiting, copied, replaces, revision } = loaderData;
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
        {revision > 0 ? (
          <Link to={to(`/admin/Orders/Drafts/New?draft=${id}`)} className="link py-2">
            {words.duplicate}
          </Link>
        ) : null}
      </header>
      {copied ? <Notice>{copiedText(words, copied)}</Notice> : null}
      {order ? (
        <p>
          <Link to={to(`/admin/Orders/${order.id}`)} className="link">
            {words.ordered(order.number)}
          </Link>
        </p>
      ) : null}
      {replaces && state === "open" ? (
        <Notice>
          {words.replaces(replaces.number)}{" "}
          <Link to={to(`/admin/Orders/${replaces.id}`)} className="link">
            {words.openReplaced(replaces.number)}
          </Link>
        </Notice>
      ) : null}
      <WaitingApprovals approvals={waiting} />
      {state === "dropped" ? <Notice>{words.dropped}</Notice> : null}
      <DraftEditor key={id} {...loaderData} />
    </div>
  );
}

interface Copied {
  /** The number of the copied order; null for a copied draft. */
  readonly number: string | null;
  readonly skipped: readonly string[];
}

function copiedText(words: ReturnType<typeof useDraftWords>, { number, skipped }: Copied): string {
  const of = number === null ? words.copiedDraft : words.copiedOrder(number);
  return skipped.length === 0 ? of : `${of} ${words.copiedWithout(skipped.join("; "))}`;
}
