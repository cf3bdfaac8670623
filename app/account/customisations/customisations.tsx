import { useFetcher } from "react-router";
import {
  customisationWords,
  useCustomisationWords,
} from "#app/account/customisations/messages/customisation.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CountTabs } from "#app/ui/count-tabs.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type DesignStage, designStages } from "#shop/production/customisations/customisation.ts";
import {
  listMyDesigns,
  readDesignStage,
} from "#shop/production/customisations/read-customisations.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/customisations";
import { answerDesigns, type DesignsAnswer } from "./customisations-action.server.ts";
import { DesignCard } from "./design-card.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = customisationWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const stage = readDesignStage(url.searchParams);
  return { stage, ...(await listMyDesigns(personOf(context), stage, languageOf(url.pathname))) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return answerDesigns(personOf(context), await readForm(request), languageOf(url.pathname));
}

/** All designs of the customer, saved or ordered. */
export default function CustomisationsPage({ loaderData }: Route.ComponentProps) {
  const { cards, counts, stage } = loaderData;
  const words = useCustomisationWords();
  const to = useLocalPath();
  const fetcher = useFetcher<DesignsAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);

  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl md:text-3xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      {answer?.problem ? (
        <Notice tone="error">{wordsFor(words.problems, answer.problem, "unexpected")}</Notice>
      ) : null}
      {answer?.done ? <Notice tone="success">{words.done[answer.done]}</Notice> : null}
      {everything > 0 ? <Stages counts={counts} chosen={stage} /> : null}
      {cards.length > 0 ? (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {cards.map((card) => (
            <li key={card.id}>
              <DesignCard
                card={card}
                onAsk={(form) => void fetcher.submit(form, { method: "post" })}
              />
            </li>
          ))}
        </ul>
      ) : stage && everything > 0 ? (
        <EmptyState
          title={words.emptyStage(words.stages[stage])}
          action={
            <ButtonLink to="?" look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          title={words.empty}
          action={
            <ButtonLink to={`${to("/Shop")}?personalisable=1`}>{words.toProducts}</ButtonLink>
          }
        >
          {words.emptyText}
        </EmptyState>
      )}
    </div>
  );
}

interface StagesProps {
  counts: Readonly<Record<DesignStage, number>>;
  chosen: DesignStage | null;
}

/** Designs by how far they are. */
function Stages({ counts, chosen }: StagesProps) {
  const words = useCustomisationWords();
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const all = {
    name: "all",
    label: words.all,
    count: everything,
    to: "?",
    chosen: chosen === null,
  };
  return (
    <CountTabs
      label={words.filter}
      tabs={[
        all,
        ...designStages.map((stage) => ({
          name: stage,
          label: words.stages[stage],
          count: counts[stage],
          to: `?stage=${stage}`,
          chosen: stage === chosen,
        })),
      ]}
    />
  );
}
