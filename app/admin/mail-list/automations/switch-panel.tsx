import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { useAutomationWords } from "#app/admin/mail-list/automations/messages/automations.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#base/format-count.ts";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import type { Automation } from "#shop/mailing/automations/automation.ts";
import type { CampaignAnswer } from "../campaigns/campaign-action.server.ts";

interface SwitchPanelProps {
  automation: Pick<Automation, "isOn" | "pausedWhy">;
  /** Of an automation that does not run; null when it could not be counted in time. */
  preview: { readonly count: number | null; readonly days: number } | null;
  isBlocked: boolean;
  keys: SignInKeys;
}

/** Switches an automation on or off, with what it would have done. */
export function SwitchPanel({ automation, preview, isBlocked, keys }: SwitchPanelProps) {
  const words = useAutomationWords();
  const campaignWords = useCampaignWords();
  const language = useLanguage();
  const { fetcher, proof, answer } = useProvenFetcher<CampaignAnswer>(keys);
  const { isOn, pausedWhy } = automation;
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : answer;
  const runs = isOn && !pausedWhy;
  return (
    <section className="grid content-start gap-3 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.switchTitle}</h2>
      {preview ? (
        <p>
          {preview.count === null
            ? words.wouldUnknown
            : words.would(formatCount(preview.count, language), preview.days)}
        </p>
      ) : null}
      <p className="max-w-[65ch] text-muted">{runs ? words.offText : words.onText}</p>
      {!runs && isBlocked ? <Notice tone="warning">{words.blocked}</Notice> : null}
      <fetcher.Form method="post" className="flex flex-wrap items-center gap-3">
        {runs ? null : (
          <Button type="submit" name="intent" value="on" busy={busy} disabled={isBlocked}>
            {isOn ? words.goOn : words.switchOn}
          </Button>
        )}
        {isOn ? (
          <Button type="submit" name="intent" value="off" look="quiet" busy={busy}>
            {words.switchOff}
          </Button>
        ) : null}
        <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
          {reply?.problem
            ? wordsFor(campaignWords.problems, reply.problem, "invalid_input")
            : reply?.done
              ? reply.intent === "on"
                ? words.switchedOn
                : words.switchedOff
              : ""}
        </p>
      </fetcher.Form>
      {proof}
    </section>
  );
}
