import { useState } from "react";
import { useFetcher } from "react-router";
import {
  designReportWords,
  useDesignReportWords,
} from "#app/admin/customisations/messages/design-reports.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useSharedDesignWords } from "#app/messages/shared/shared-design.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/domain/confirm-dialog.tsx";
import { DesignSides } from "#app/ui/domain/design/design-sides.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import {
  listReported,
  type ReportedDesign,
} from "#shop/production/customisations/sharing/review-reports.server.ts";
import type { Route } from "./+types/reports";
import { answerReports, type ReportsAnswer } from "./reports-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = designReportWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.review");
  return { designs: await listReported(staff, languageOf(url.pathname)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerReports(staffWith(context, "customisations.review"), await readForm(request));
}

/** Shared designs that people reported: staff let them be shown, or take them down. */
export default function DesignReports({ loaderData: { designs } }: Route.ComponentProps) {
  const words = useDesignReportWords();
  const to = useLocalPath();
  const fetcher = useFetcher<ReportsAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const decide = (design: ReportedDesign, decision: "kept" | "removed") => {
    const seen = design.reports.map(({ id }) => id).join(" ");
    void fetcher.submit({ intent: decision, id: design.id, seen }, { method: "post" });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid max-w-[65ch] gap-1">
        <Link to={to("/admin/customisations")} className="link min-h-11 content-center">
          {words.back}
        </Link>
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      {answer?.problem ? (
        <Notice tone="error">{wordsFor(words.problems, answer.problem, "invalid_input")}</Notice>
      ) : null}
      {answer?.done ? <Notice tone="success">{words.done[answer.done]}</Notice> : null}
      {designs.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <ul className="grid gap-4 xl:grid-cols-2">
          {designs.map((design) => (
            <li key={design.id}>
              <ReportedCard
                design={design}
                busy={fetcher.state !== "idle"}
                onDecide={(decision) => decide(design, decision)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ReportedCardProps {
  design: ReportedDesign;
  busy: boolean;
  onDecide: (decision: "kept" | "removed") => void;
}

function ReportedCard({ design, busy, onDecide }: ReportedCardProps) {
  const words = useDesignReportWords();
  const { report } = useSharedDesignWords();
  const to = useLocalPath();
  const language = useLanguage();
  const zone = useShopZone();
  const [removing, setRemoving] = useState(false);
  const { name, reports } = design;
  return (
    <article className="grid h-full gap-4 border border-rule bg-card p-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="self-start border border-rule">
        <DesignSides
          src={`${to(`/admin/customisations/Reports/${design.id}/mockup`)}?`}
          sides={design.sides}
          name={name}
          width={192}
        />
      </div>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 className="font-sans text-base font-semibold wrap-anywhere">{name}</h2>
          <Pill
            copy={design.is_shown ? "yellow" : "stamp"}
            icon={design.is_shown ? "eye" : "eye-off"}
          >
            {design.is_shown ? words.shown : words.hidden}
          </Pill>
        </div>
        {design.is_revoked ? <p className="text-sm text-muted">{words.revoked}</p> : null}
        <p className="text-sm font-semibold">{words.reports(reports.length)}</p>
        <ul className="grid max-h-60 gap-2 overflow-y-auto text-sm">
          {reports.map(({ id, reason, note, created_at }) => (
            <li key={id} className="border-t border-rule pt-2">
              <b className="font-semibold">{report.reasons[reason]}</b>
              <span className="text-muted"> · {formatMoment(created_at, language, zone)}</span>
              {note ? <p className="whitespace-pre-line wrap-anywhere">{note}</p> : null}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-wrap gap-3">
          <Button look="quiet" busy={busy} onClick={() => onDecide("kept")}>
            {words.keep}
          </Button>
          <Button look="danger" busy={busy} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={words.removeTitle(name)}
        confirm={words.remove}
        cancel={words.cancel}
        onConfirm={() => onDecide("removed")}
      >
        {words.removeText}
      </ConfirmDialog>
    </article>
  );
}
