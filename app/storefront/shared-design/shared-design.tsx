import { data, Form } from "react-router";
import { networkContext } from "#app/context.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { sharedDesignWords, useSharedDesignWords } from "#app/messages/shared/shared-design.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DesignSides } from "#app/ui/domain/design/design-sides.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findShared } from "#shop/production/customisations/sharing/find-shared.server.ts";
import type { Route } from "./+types/shared-design";
import { ReportForm } from "./report-form.tsx";
import { answerShared } from "./shared-design-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const shared = source.loaderData?.shared;
  const words = sharedDesignWords(languageOf(source.location.pathname));
  const title = shared ? words.title(shared.product.name) : words.unknown;
  return pageMeta(source, { title, hidden: true, uncanonical: true });
};

/** The address contains a secret, and its owner may end it: it must not be cached or sent to another site. The forms need their origin. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const network = context.get(networkContext);
  const found = await findShared(params.token, languageOf(url.pathname), network);
  // The forms' idempotency keys, so that they work without scripts too.
  const keys = { copy: crypto.randomUUID(), report: crypto.randomUUID() };
  if (found === "too_many_requests") {
    return data({ shared: null, isLimited: true, keys }, { status: 429 });
  }
  if (!found) return data({ shared: null, isLimited: false, keys }, { status: 404 });
  return data({ shared: found, isLimited: false, keys });
}

export function action({ params, ...args }: Route.ActionArgs) {
  return answerShared(params.token, args);
}

/** A design that somebody shared: to look at, to copy, to report. */
export default function SharedDesignPage({
  loaderData,
  actionData,
  params: { token },
}: Route.ComponentProps) {
  const { shared, isLimited, keys } = loaderData;
  const words = useSharedDesignWords();
  const to = useLocalPath();
  if (!shared) {
    return (
      <div className="page grid max-w-3xl gap-6 py-10">
        {actionData?.isReported ? <Notice tone="success">{words.report.done}</Notice> : null}
        {isLimited ? (
          <Notice tone="warning">{words.tooMany}</Notice>
        ) : (
          <EmptyState
            level="h1"
            title={words.unknown}
            action={
              <ButtonLink to={`${to("/Shop")}?personalisable=1`}>{words.toProducts}</ButtonLink>
            }
          >
            {words.unknownText}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <article className="page grid max-w-4xl gap-6 py-8 md:py-12">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl md:text-3xl">
          {words.title(shared.product.name)}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      {actionData?.isReported ? <Notice tone="success">{words.report.done}</Notice> : null}
      {actionData?.problem ? (
        <Notice tone="error">
          {wordsFor(words.problems, actionData.problem, "invalid_input")}
        </Notice>
      ) : null}
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="border border-rule bg-card">
          <DesignSides
            src={`${to(`/api/shared-designs/${token}/mockup`)}?`}
            sides={shared.sides}
            name={shared.name}
            width={640}
          />
        </div>
        <div className="grid gap-5">
          <div>
            <p className="text-lg font-semibold wrap-anywhere">{shared.name}</p>
            {shared.variant ? <p className="text-muted">{shared.variant}</p> : null}
          </div>
          {/* The designer has another content security policy, so its page is loaded. */}
          <Form method="post" reloadDocument className="grid gap-2">
            <input type="hidden" name="key" value={keys.copy} />
            <Button type="submit" name="intent" value="copy" className="w-full">
              {words.copy}
            </Button>
            <p className="text-sm text-muted">
              {words.copyHint}{" "}
              {shared.has_pictures
                ? shared.with_pictures
                  ? words.withPictures
                  : words.withoutPictures
                : null}
            </p>
          </Form>
          <ButtonLink look="quiet" to={to(`/item/${shared.product.slug}`)}>
            {words.toProduct}
          </ButtonLink>
          <ReportForm formKey={keys.report} problem={actionData?.problem} />
        </div>
      </div>
    </article>
  );
}
