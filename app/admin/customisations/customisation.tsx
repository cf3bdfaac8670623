import { data } from "react-router";
import {
  productionWords,
  useProductionWords,
} from "#app/admin/customisations/messages/production.ts";
import { PrintChecks } from "#app/admin/customisations/print-files/print-checks.tsx";
import { ReprintForm } from "#app/admin/customisations/print-files/reprint-form.tsx";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useLiveTopic } from "#app/browser/session/use-live-topic.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { MockupFigure } from "#app/ui/domain/design/mockup-figure.tsx";
import { PrintedColours } from "#app/ui/domain/design/printed-colours.tsx";
import { PrintedWords } from "#app/ui/domain/design/printed-words.tsx";
import { SpecialInks } from "#app/ui/domain/design/special-inks.tsx";
import { ProofViewer } from "#app/ui/domain/proof-sheets/proof-viewer.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { rasterProcesses } from "#shop/designs/document/print-processes.ts";
import { may } from "#shop/kernel/access.ts";
import {
  type CustomisationStatus,
  decideDays,
  type Message,
  restDays,
  statusesWithPins,
} from "#shop/production/customisations/customisation.ts";
import type {
  PrintJob,
  StaffCustomisation,
} from "#shop/production/customisations/queue/staff-queue.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { findOpenSupplements } from "#shop/production/revisions/find-supplements.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/customisation";
import { ClaimForm } from "./claim-form.tsx";
import { CountForm } from "./count-form.tsx";
import { CustomisationPill } from "./customisation-pill.tsx";
import { DesignFacts } from "./design-facts.tsx";
import { answerReview } from "./review-action.server.ts";
import { ReviewForms } from "./review-forms.tsx";
import { shortWords } from "./short-words.ts";
import { VersionHistory } from "./version-history.tsx";
import { WaitingSupplement } from "./waiting-supplement.tsx";
import { WriteForm } from "./write-form.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = productionWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

/** `?job=`: the print that a scanned ticket is for. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const found = await findStaffCustomisation(staff, params.id, languageOf(url.pathname));
  if (!found) throw data(null, { status: 404 });
  const supplements = await findOpenSupplements(staff, found.order_id);
  const supplement = supplements.find(({ customisation_id }) => customisation_id === found.id);
  const job = url.searchParams.get("job");
  const isOtherPrint = job !== null && !(found.is_approved && found.fingerprint === job);
  return {
    found,
    supplement,
    isOtherPrint,
    mayCount: may(staff, "customisations.review"),
    own: staff.id,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "customisations.read");
  return answerReview(staff, params.id, await readForm(request));
}

/** Statuses in which somebody of the staff works on the design. */
const isWorkedOn: ReadonlySet<CustomisationStatus> = new Set([
  "submitted",
  "in_review",
  "changes_requested",
]);

/** One line that is printed to order: what is printed, its file, and what came out of the printer. */
export default function AdminCustomisation({ loaderData }: Route.ComponentProps) {
  const { found, supplement, isOtherPrint, mayCount, own } = loaderData;
  const words = useProductionWords();
  const to = useLocalPath();
  useLiveTopic(`order:${found.order_id}`, { isAutomatic: true });
  const withSheets = found.proofs.filter(({ sheets }) => sheets.length > 0);
  const hasSheets = withSheets[0] !== undefined && withSheets[0].id === found.proof_id;
  const isPrinting = found.status === "approved" || found.status === "in_production";
  const canceled = found.reprints.reduce((sum, one) => sum + one.canceled, 0);
  const needsPay = isPrinting || found.status === "submitted" || found.status === "in_review";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/customisations")} className="link no-print justify-self-start">
        {words.back}
      </Link>
      <header className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="text-2xl">
          {shortWords(found.words) || found.goods}
        </h1>
        <CustomisationPill work={found} />
      </header>
      {isOtherPrint ? <Notice tone="error">{words.otherPrint}</Notice> : null}
      {supplement ? <WaitingSupplement supplement={supplement} /> : null}
      <Unanswered found={found} />
      {/* On a phone the illustration comes after what is to be done. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,34rem)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <div className="border border-rule">
          {hasSheets ? (
            <ProofViewer
              customisation={found.id}
              proofs={withSheets}
              pins={found.pins}
              messages={found.messages}
              names={{ shop: words.review.shop, buyer: words.review.buyer }}
              mayPin={mayCount && statusesWithPins.has(found.status)}
            />
          ) : (
            <p className="p-6 text-muted">{words.noPicture}</p>
          )}
          {found.fingerprint ? (
            <p className="figures border-t border-rule px-4 py-2 text-muted">
              {words.fingerprint} {found.fingerprint}
            </p>
          ) : null}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <DesignFacts found={found} />
          {found.roster ? <PrintedWords words={found.words} pieces={found.roster} isOpen /> : null}
          {found.findings ? <PrintChecks findings={found.findings} /> : null}
          {found.is_approved && found.may_print && hasSheets ? (
            <div className="flex flex-wrap gap-3">
              <ButtonLink
                look="quiet"
                icon="arrow-down"
                reloadDocument
                to={to(`/admin/customisations/${found.id}/print.pdf`)}
              >
                {words.file}
              </ButtonLink>
              {found.process !== null && rasterProcesses.has(found.process) ? (
                <ButtonLink
                  look="quiet"
                  icon="arrow-down"
                  reloadDocument
                  to={to(`/admin/customisations/${found.id}/print-png.zip`)}
                >
                  {words.images}
                </ButtonLink>
              ) : null}
              <ButtonLink
                look="quiet"
                icon="receipt-text"
                reloadDocument
                target="_blank"
                to={to(`/admin/customisations/${found.id}/ticket.pdf`)}
              >
                {words.ticket}
              </ButtonLink>
            </div>
          ) : null}
          {mayCount && isWorkedOn.has(found.status) ? (
            <ClaimForm claim={found.claim} own={own} />
          ) : null}
          {mayCount ? <ReviewForms key={found.proof_id} found={found} /> : null}
          {needsPay && !found.may_print ? <Notice>{words.notPaid}</Notice> : null}
          {isPrinting && found.reprints[0] ? (
            <Notice>{words.reprint.now(found.reprints[0].pieces, found.reprints[0].reason)}</Notice>
          ) : null}
          {canceled > 0 ? <Notice>{words.reprint.canceled(canceled)}</Notice> : null}
          {isPrinting && found.may_print && mayCount && !isOtherPrint ? (
            <CountForm left={found.pieces - found.good} />
          ) : null}
          {mayCount && (found.status === "in_production" || found.status === "done") ? (
            <ReprintForm />
          ) : null}
          <Jobs jobs={found.jobs} />
          <VersionHistory proofs={found.proofs} />
          <Thread
            messages={found.messages.filter(({ pin_id }) => pin_id === null)}
            mayWrite={mayCount}
          />
        </div>
        <div className="grid gap-5">
          {hasSheets && found.version !== null ? (
            <MockupFigure
              line={found.line_id}
              proof={found.version}
              printed={found.words}
              className="border border-rule"
            />
          ) : null}
          {found.version !== null ? (
            <>
              <SpecialInks line={found.line_id} proof={found.version} />
              <PrintedColours
                line={found.line_id}
                proof={found.version}
                profile={found.proofs[0]?.facts?.profile ?? null}
              />
            </>
          ) : null}
        </div>
      </div>
    </div>
  );
}

/** A proof that its buyer leaves without an answer: it rests, and at last staff decide. */
function Unanswered({ found }: { found: StaffCustomisation }) {
  const words = useProductionWords();
  const to = useLocalPath();
  const days = found.waited_days ?? 0;
  if (days < restDays) return null;
  return (
    <Notice tone="warning">
      {days < decideDays ? words.resting : words.unanswered}{" "}
      <PermittedLink
        permission="orders.read"
        isAction
        to={to(`/admin/Orders/${found.order_id}`)}
        className="link"
      >
        {words.toOrder}
      </PermittedLink>
    </Notice>
  );
}

function Thread({ messages, mayWrite }: { messages: readonly Message[]; mayWrite: boolean }) {
  const { review: words } = useProductionWords();
  const language = useLanguage();
  const zone = useShopZone();
  if (messages.length === 0 && !mayWrite) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{words.thread}</h2>
      {messages.length > 0 ? (
        <ol className="grid gap-3">
          {messages.map((message) => (
            <li
              key={message.id}
              className={`max-w-[60ch] border border-rule px-4 py-3 ${message.from_shop ? "justify-self-end bg-card" : "bg-paper"}`}
            >
              <p className="text-sm text-muted">
                <b className="text-ink">{message.from_shop ? words.shop : words.buyer}</b>{" "}
                {formatMoment(message.at, language, zone)}
              </p>
              <p className="whitespace-pre-line">{message.text}</p>
            </li>
          ))}
        </ol>
      ) : null}
      {mayWrite ? <WriteForm /> : null}
    </section>
  );
}

function Jobs({ jobs }: { jobs: readonly PrintJob[] }) {
  const words = useProductionWords();
  const language = useLanguage();
  const zone = useShopZone();
  if (jobs.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{words.jobs}</h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {jobs.map((job) => (
          <li key={job.id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span>
              {words.job(job.good, job.spoiled)}
              {job.reason ? <span className="text-muted"> · {job.reason}</span> : null}
            </span>
            <span className="text-muted">{formatMoment(job.at, language, zone)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
