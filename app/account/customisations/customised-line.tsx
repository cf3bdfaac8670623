import { useId, useState } from "react";
import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useMerchant, useShopZone } from "#app/merchant.ts";
import { formatDays, formatMoment } from "#app/messages/shared/dates.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { useSupplementWords } from "#app/messages/shared/supplement.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ColourPromise } from "#app/ui/domain/design/colour-promise.tsx";
import { MockupFigure } from "#app/ui/domain/design/mockup-figure.tsx";
import { PrintedColours } from "#app/ui/domain/design/printed-colours.tsx";
import { SpecialInks } from "#app/ui/domain/design/special-inks.tsx";
import { ChangeList } from "#app/ui/domain/proof-sheets/change-list.tsx";
import { ProofViewer } from "#app/ui/domain/proof-sheets/proof-viewer.tsx";
import { Notice } from "#app/ui/notice.tsx";
import {
  type Customisation,
  type CustomisationStatus,
  designStage,
  openProof,
  type Proof,
  statusesWithPins,
} from "#shop/production/customisations/customisation.ts";
import type { OpenSupplement } from "#shop/production/revisions/find-supplements.server.ts";
import { AnswerProof } from "./answer-proof.tsx";
import { DesignPreview } from "./design-preview.tsx";
import { KeptPictures } from "./kept-pictures.tsx";
import { MessageThread } from "./message-thread.tsx";
import { PrintedFacts } from "./printed-facts.tsx";
import { ReorderButton } from "./reorder-button.tsx";
import { StagePill } from "./stage-pill.tsx";
import { SupplementNotice } from "./supplement-notice.tsx";
import { useProofForms } from "./use-proof-forms.ts";

/** What the buyer agreed to: it can be printed again. */
const isApproved: ReadonlySet<CustomisationStatus> = new Set(["approved", "in_production", "done"]);

/** The buyer may change it themselves. */
const mayRevise: ReadonlySet<CustomisationStatus> = new Set(["rejected", "changes_requested"]);

interface CustomisedLineProps {
  /** Id of the order. */
  order: string;
  isCanceled: boolean;
  customisation: Customisation;
  supplement: OpenSupplement | undefined;
  /** Called after the buyer approved the proof or requested a change. */
  onDone: (answer: "approve" | "change") => void;
}

/** One personalised line: the newest proof large, its status beside it, the messages below. */
export function CustomisedLine({
  order,
  isCanceled,
  customisation,
  supplement,
  onDone,
}: CustomisedLineProps) {
  const to = useLocalPath();
  const { page: words } = useCustomisationWords();
  const { before } = useSupplementWords();
  const proofWords = useProofWords();
  const language = useLanguage();
  const titleId = useId();
  const formId = useId();
  const forms = useProofForms(customisation.proofs[0]?.id ?? "none", onDone);
  /** Id of the proof whose change-request form is open. */
  const [changingOf, setChangingOf] = useState<string | null>(null);
  const { status, line, name, proofs, pins, messages } = customisation;
  const { name: shop } = useMerchant();
  const [newest, ...older] = proofs;
  const withSheets = proofs.filter(({ sheets }) => sheets.length > 0);
  const hasSheets = newest !== undefined && newest === withSheets[0];
  const isNotPrinted = isCanceled && status !== "done";
  const waiting = isNotPrinted ? undefined : openProof(customisation);
  const changing = waiting !== undefined && changingOf === waiting.id;

  return (
    <section aria-labelledby={titleId} className="border border-rule bg-card">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-rule px-5 py-4">
        <div className="min-w-0">
          <h2 id={titleId} className="text-xl wrap-anywhere">
            {name || line.name}
          </h2>
          <p className="text-sm text-muted">
            {[
              name && name !== line.name ? line.name : "",
              line.options,
              words.pieces(line.quantity),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <StagePill
          stage={isNotPrinted ? "canceled" : designStage(status, Boolean(supplement?.expires_at))}
        />
      </header>
      {/* On a phone the state and what to do about it come first, then the print. */}
      <div className="grid grid-cols-[minmax(0,1fr)] md:grid-cols-2 md:grid-rows-[auto_1fr]">
        <div className="grid content-start gap-5 border-rule p-5 max-md:border-b md:col-start-2">
          {/* A version that waits for its payment is newer than what was said about the one before. */}
          {isNotPrinted ? (
            <div>
              <p className="text-lg font-semibold">{words.canceled}</p>
              <p className="text-muted">{words.canceledText}</p>
            </div>
          ) : supplement ? (
            <>
              <SupplementNotice supplement={supplement} />
              <p className="text-muted">
                {before} {words.statuses[status]}
              </p>
            </>
          ) : (
            <div>
              <p className="text-lg font-semibold">{words.statuses[status]}</p>
              <p className="text-muted">
                {customisation.is_resting ? words.resting : words.next[status]}
                {customisation.answer_day
                  ? ` ${words.answerBy(formatDays(customisation.answer_day, customisation.answer_day, language))}`
                  : null}
              </p>
            </div>
          )}
          {customisation.rejection ? (
            <Notice tone={supplement ? "info" : "error"}>
              {words.rejections[customisation.rejection]}
              {customisation.rejection_note ? ` ${customisation.rejection_note}` : null}
            </Notice>
          ) : null}
          {!isNotPrinted && mayRevise.has(status) && hasSheets && newest.pieces === null ? (
            // The board has another content security policy, so it is loaded.
            <ButtonLink
              icon="pen-line"
              look="quiet"
              reloadDocument
              className="justify-self-start"
              to={to(`/dashboard/orders/${order}/Customisation/${customisation.id}`)}
            >
              {words.revise}
            </ButtonLink>
          ) : null}
        </div>
        <div className="border-rule max-md:border-b md:col-start-1 md:row-span-2 md:row-start-1 md:border-r">
          {newest && hasSheets ? (
            <MockupFigure
              line={line.id}
              proof={newest.version}
              printed={newest.words}
              className="border-b border-rule"
            />
          ) : null}
          {hasSheets ? (
            <div className="px-1">
              <ProofViewer
                isBrief
                customisation={customisation.id}
                proofs={withSheets}
                pins={pins}
                messages={messages}
                names={{ shop, buyer: words.you }}
                mayPin={statusesWithPins.has(status)}
              />
            </div>
          ) : (
            <DesignPreview
              name={newest?.words.join(", ") || name}
              design={newest?.design ?? customisation.design}
              whole
            />
          )}
          {newest ? (
            <div className="grid gap-3 border-t border-rule px-5 py-3">
              <PrintedFacts proof={newest} pieces={line.quantity} />
            </div>
          ) : null}
          <div className="border-t border-rule px-5 py-3 text-sm">
            {newest ? <ProofFacts proof={newest} /> : words.yourDesign}
          </div>
          {newest ? <SpecialInks line={line.id} proof={newest.version} /> : null}
          {newest?.facts ? (
            <PrintedColours line={line.id} proof={newest.version} profile={newest.facts.profile} />
          ) : null}
          {older.length > 0 ? <OlderProofs name={name} proofs={older} /> : null}
        </div>
        <div className="grid content-start gap-5 p-5 md:col-start-2 md:pt-0">
          {isApproved.has(status) && newest?.areas.length ? (
            <ReorderButton id={customisation.id} isRoster={newest.pieces !== null} />
          ) : null}
          {customisation.kept_pictures ? (
            <KeptPictures id={customisation.id} {...customisation.kept_pictures} />
          ) : null}
          {newest?.note ? (
            <blockquote className="border-l-2 border-carbon pl-3 whitespace-pre-line">
              {newest.note}
            </blockquote>
          ) : null}
          {newest?.changes ? (
            <section className="grid gap-1">
              <h3 className="font-semibold">{proofWords.changes}</h3>
              <ChangeList changes={newest.changes} />
            </section>
          ) : null}
          {newest?.facts ? <ColourPromise {...newest.facts} /> : null}
          {waiting ? (
            <AnswerProof
              key={waiting.id}
              proof={waiting}
              revisionsLeft={customisation.revisions_left}
              openPins={pins.filter(({ settled_at }) => !settled_at).map(({ number }) => number)}
              formId={formId}
              changing={changing}
              forms={forms}
              onChanging={(isOpen) => setChangingOf(isOpen ? waiting.id : null)}
            />
          ) : null}
        </div>
      </div>
      {waiting && !changing ? (
        // In sight on a phone as long as a part of the proof is.
        <div className="no-print sticky bottom-0 z-20 flex gap-3 border-t border-ink bg-card px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
          <Button
            type="submit"
            form={formId}
            icon="check"
            aria-label={words.approve(waiting.version)}
            className="grow"
          >
            {words.approveShort}
          </Button>
          <Button look="quiet" className="grow" onClick={() => setChangingOf(waiting.id)}>
            {words.askChange}
          </Button>
        </div>
      ) : null}
      <MessageThread customisation={customisation} />
    </section>
  );
}

function ProofFacts({ proof }: { proof: Proof }) {
  const { page: words } = useCustomisationWords();
  const language = useLanguage();
  const zone = useShopZone();
  const decided = proof.decided_at ? formatMoment(proof.decided_at, language, zone) : "";
  return (
    <>
      <b className="block">{words.proof(proof.version)}</b>
      <span className="block text-muted">
        {words.sent(formatMoment(proof.sent_at, language, zone))}
      </span>
      {proof.decision ? (
        <span className="block text-muted">
          {proof.decision !== "approved"
            ? words.changesAt(decided)
            : proof.source === "buyer"
              ? words.orderedAs(decided)
              : words.approvedAt(decided)}
        </span>
      ) : null}
      <span className="block text-muted">
        {words.fingerprint} <code className="font-sans tabular-nums">{proof.fingerprint}</code>
      </span>
    </>
  );
}

/** The versions before, and what was decided about them; their pictures are in the viewer, but for old documents. */
function OlderProofs({ name, proofs }: { name: string; proofs: readonly Proof[] }) {
  const { page: words } = useCustomisationWords();
  return (
    <details open className="border-t border-rule px-5 py-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {words.older}
      </summary>
      <ul className="grid gap-4 pt-2 sm:grid-cols-2">
        {proofs.map((proof) => (
          <li key={proof.id} className="grid gap-2 text-sm">
            {proof.sheets.length === 0 ? (
              <DesignPreview name={proof.words.join(", ") || name} design={proof.design} />
            ) : null}
            <p>
              <ProofFacts proof={proof} />
            </p>
            {proof.changes ? <ChangeList changes={proof.changes} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
