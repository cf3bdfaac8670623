import { useState } from "react";
import { useFetcher } from "react-router";
import type { CampaignAnswer } from "#app/admin/mail-list/campaigns/campaign-action.server.ts";
import { useSendingWords } from "#app/admin/mail-list/campaigns/messages/campaign-sending.ts";
import { useTrialWords } from "#app/admin/mail-list/campaigns/messages/campaign-trial.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatLocalMoment, formatMoment, formatRowMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#base/format-count.ts";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import { type Campaign, deliveryStates } from "#shop/mailing/campaigns/campaign.ts";
import type { LiveProgress } from "#shop/mailing/campaigns/send/live-progress.ts";
import { trialHours } from "#shop/mailing/campaigns/trial/arm.ts";
import { PaceLine } from "./pace-line.tsx";
import { useLiveProgress } from "./use-live-progress.ts";

interface ProgressPanelProps {
  campaign: Campaign;
  /** As the page was loaded. */
  loaded: LiveProgress;
  mayEdit: boolean;
}

/** How far a campaign is, each second. The numbers sum to its recipients at every moment. */
export function ProgressPanel({ campaign, loaded, mayEdit }: ProgressPanelProps) {
  const words = useCampaignWords();
  const trial = useTrialWords();
  const sending = useSendingWords();
  const language = useLanguage();
  const zone = useShopZone();
  const progress = useLiveProgress(campaign.id, loaded);
  const { tallies, reasons, status, waits_for, waits_since } = progress;
  const open = tallies.pending + tallies.begun + tallies.deferred;
  const total = deliveryStates.reduce((sum, state) => sum + tallies[state], 0);
  const done = total - open;
  const shown = deliveryStates.filter(
    (state) => tallies[state] > 0 || state === "pending" || state === "accepted",
  );
  const { winner_due_at, paused_why, paused_at, scheduled_at } = campaign;
  const isTrial =
    campaign.is_trial_frozen &&
    campaign.winner === null &&
    (status === "sending" || status === "paused");
  // The comparison group is frozen with the rest.
  const rest = Math.round((campaign.audience ?? 0) * (1 - campaign.holdout / 100)) - total;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.progress}</h2>
      {status === "scheduled" && scheduled_at ? (
        <p>{words.scheduledFor(formatLocalMoment(scheduled_at, language, zone))}</p>
      ) : (
        <>
          <div className="grid gap-1">
            <div
              role="progressbar"
              aria-label={words.progress}
              aria-valuetext={words.progressSum(
                formatCount(done, language),
                formatCount(total, language),
              )}
              aria-valuemin={0}
              aria-valuemax={total}
              aria-valuenow={done}
              className="h-2 bg-rule"
            >
              <div
                className="h-full bg-carbon"
                style={{ width: `${total > 0 ? (done / total) * 100 : 0}%` }}
              />
            </div>
            <p role="status" className="text-sm">
              {words.progressSum(formatCount(done, language), formatCount(total, language))}
            </p>
            <PaceLine progress={progress} />
          </div>
          {isTrial ? (
            <Notice>
              {winner_due_at
                ? trial.waiting(formatRowMoment(winner_due_at, language, zone))
                : trial.sending(trialHours)}
              {rest > 0 ? ` ${trial.rest(formatCount(rest, language))}` : ""}
            </Notice>
          ) : null}
          {waits_for && waits_since ? (
            <Notice>
              {words.waits[waits_for]}{" "}
              {waits_for === "warm_up" && progress.warmUp
                ? sending.goesOn(formatRowMoment(progress.warmUp.goesOn, language, zone))
                : words.since(formatMoment(waits_since, language, zone))}
              {waits_for === "window"
                ? ` ${words.leavesBetween(
                    words.hour(campaign.window_from),
                    words.hour(campaign.window_to),
                    shopTimeZones[zone].name,
                  )}`
                : ""}
            </Notice>
          ) : null}
          {paused_why && paused_at ? (
            <Notice tone="warning">
              {words.paused[paused_why]}{" "}
              {campaign.paused_detail ? `${campaign.paused_detail}. ` : ""}
              {words.since(formatMoment(paused_at, language, zone))}
            </Notice>
          ) : null}
          <dl className="grid max-w-2xl">
            {shown.map((state) => (
              <div
                key={state}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-2"
              >
                <dt>{words.states[state]}</dt>
                <dd className="figures text-right">{formatCount(tallies[state], language)}</dd>
                {words.stateHints[state] && tallies[state] > 0 ? (
                  <dd className="col-span-full text-sm text-muted">{words.stateHints[state]}</dd>
                ) : null}
              </div>
            ))}
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t-[3px] border-double border-ink py-2 font-semibold">
              <dt>{words.total}</dt>
              <dd className="figures text-right">{formatCount(total, language)}</dd>
            </div>
          </dl>
          {reasons.length > 0 ? (
            <div className="grid gap-1">
              <h3 className="text-sm font-semibold">{words.reasons}</h3>
              <ul className="grid gap-1 text-sm">
                {reasons.map(({ state, reason, count }) => (
                  <li key={`${state}-${reason}`}>
                    {words.states[state]}: {words.reasonNames[reason] ?? words.serverSays(reason)}{" "}
                    <span className="figures">({formatCount(count, language)})</span>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </>
      )}
      {mayEdit ? <Steps status={status} /> : null}
    </section>
  );
}

function Steps({ status }: Pick<Campaign, "status">) {
  const words = useCampaignWords();
  const fetcher = useFetcher<CampaignAnswer>();
  const [isAsking, setIsAsking] = useState(false);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  if (status === "sent" || status === "cancelled" || status === "draft") return null;
  const step = {
    scheduled: { intent: "unschedule", label: words.unschedule, look: "quiet" },
    freezing: { intent: "pause", label: words.pause, look: "quiet" },
    sending: { intent: "pause", label: words.pause, look: "quiet" },
    paused: { intent: "resume", label: words.resume, look: "primary" },
  } as const;
  const { intent, label, look } = step[status];
  return (
    <>
      <fetcher.Form method="post" className="flex flex-wrap items-center gap-3">
        <Button type="submit" name="intent" value={intent} look={look} busy={busy}>
          {label}
        </Button>
        <Button look="danger" onClick={() => setIsAsking(true)}>
          {words.cancel}
        </Button>
      </fetcher.Form>
      {reply?.problem ? (
        <Notice tone="error">{wordsFor(words.problems, reply.problem, "invalid_input")}</Notice>
      ) : null}
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.cancelTitle}
        place="small"
      >
        <fetcher.Form method="post" onSubmit={() => setIsAsking(false)} className="grid gap-4">
          <p>{words.cancelText}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="cancel" look="danger">
              {words.cancel}
            </Button>
            <Button look="quiet" onClick={() => setIsAsking(false)}>
              {words.keepGoing}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
    </>
  );
}
