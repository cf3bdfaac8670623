import { useEffect, useRef, useState } from "react";
import {
  customisationWords,
  useCustomisationWords,
} from "#app/account/customisations/messages/customisation.ts";
import { useLiveTopic } from "#app/browser/session/use-live-topic.ts";
import { networkContext } from "#app/context.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { buyingWords } from "#app/messages/shared/buying.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isUuid } from "#base/uuid.ts";
import { findCustomisations } from "#shop/production/customisations/read-customisations.server.ts";
import { findOpenSupplements } from "#shop/production/revisions/find-supplements.server.ts";
import { orderNotFound } from "../order-not-found.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/order-customisation";
import { CustomisedLine } from "./customised-line.tsx";
import { answerCustomisation } from "./order-customisation-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const { page } = customisationWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: page.title(source.loaderData?.order.number ?? ""),
    hidden: true,
  });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const found = isUuid(params.id) ? await findCustomisations(actor, params.id) : undefined;
  if (!found) throw orderNotFound(actor, url);
  const supplements = await findOpenSupplements(actor, params.id);
  return { ...found, supplements, orders: buyingWords(languageOf(url.pathname)).orders.title };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return answerCustomisation(personOf(context), await readForm(request), {
    network: context.get(networkContext),
    language: languageOf(url.pathname),
  });
}

/** The customisations of one order: proofs, answers and messages. */
export default function OrderCustomisationPage({ loaderData }: Route.ComponentProps) {
  const { order, orders, customisations, supplements } = loaderData;
  const { page: words } = useCustomisationWords();
  const to = useLocalPath();
  const [done, setDone] = useState<{ id: string; answer: "approve" | "change" } | null>(null);
  const answered = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer moves the focus to its notice
  useEffect(() => answered.current?.focus(), [done?.id]);
  const { staleCount } = useLiveTopic(`order:${order.id}`, { isAutomatic: true });

  return (
    <div className="grid gap-6">
      <Breadcrumbs
        crumbs={[
          { name: orders, to: to("/dashboard/orders") },
          { name: order.number, to: to(`/dashboard/orders/${order.id}`) },
          { name: words.short },
        ]}
      />
      <h1 tabIndex={-1} className="text-2xl md:text-3xl">
        {words.title(order.number)}
      </h1>
      <p role="status" className="sr-only">
        {staleCount > 0 ? words.changed : ""}
      </p>
      {done ? (
        <div key={done.id} ref={answered} tabIndex={-1}>
          <Notice tone="success">{words.done[done.answer]}</Notice>
        </div>
      ) : null}
      {customisations.length === 0 ? (
        <EmptyState
          title={words.none}
          action={
            <ButtonLink look="quiet" to={to(`/dashboard/orders/${order.id}`)}>
              {words.back}
            </ButtonLink>
          }
        >
          {words.noneText}
        </EmptyState>
      ) : (
        customisations.map((customisation) => (
          <CustomisedLine
            key={customisation.id}
            order={order.id}
            isCanceled={order.is_canceled}
            customisation={customisation}
            onDone={(answer) => setDone({ id: crypto.randomUUID(), answer })}
            supplement={supplements.find(
              ({ customisation_id }) => customisation_id === customisation.id,
            )}
          />
        ))
      )}
    </div>
  );
}
