import { useState } from "react";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import type { CampaignAnswer } from "#app/admin/mail-list/campaigns/campaign-action.server.ts";
import { useSendingWords } from "#app/admin/mail-list/campaigns/messages/campaign-sending.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import type { UncertainRecipient } from "#shop/mailing/campaigns/send/send-again.server.ts";

interface UncertainPanelProps {
  campaign: Campaign;
  recipients: readonly UncertainRecipient[];
  keys: SignInKeys;
}

/** Who may or may not have got a campaign: nothing happens, or the ticked ones are tried once more. */
export function UncertainPanel({ campaign, recipients, keys }: UncertainPanelProps) {
  const words = useSendingWords();
  const campaigns = useCampaignWords();
  const language = useLanguage();
  const zone = useShopZone();
  const { fetcher, proof, answer } = useProvenFetcher<CampaignAnswer>(keys);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const busy = fetcher.state !== "idle";
  const problem = busy ? undefined : answer?.problem;
  const isOpen = ["sending", "paused", "sent"].includes(campaign.status);
  const ticked = recipients.filter(({ n }) => chosen.has(n)).length;
  const toggle = (n: number) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(n)) next.add(n);
      return next;
    });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.uncertain(recipients.length)}</h2>
      <p className="max-w-[65ch]">{words.uncertainText}</p>
      <fetcher.Form method="post" className="grid gap-4">
        <ul className="grid max-h-96 overflow-y-auto border-t border-rule">
          {recipients.map(({ n, email, at }) => (
            <li
              key={n}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule"
            >
              <Checkbox
                name="n"
                value={n}
                label={<span className="wrap-anywhere">{email}</span>}
                checked={chosen.has(n)}
                disabled={!isOpen}
                onChange={() => toggle(n)}
              />
              <span className="figures text-sm text-muted">{formatMoment(at, language, zone)}</span>
            </li>
          ))}
        </ul>
        {isOpen ? (
          <div className="flex flex-wrap items-center gap-4">
            <Button
              type="submit"
              name="intent"
              value="again"
              look="quiet"
              busy={busy}
              disabled={ticked === 0}
            >
              {words.again(ticked)}
            </Button>
          </div>
        ) : null}
        {problem ? (
          <Notice tone="error">
            {problem === "nobody_uncertain"
              ? words.nobodyUncertain
              : wordsFor(campaigns.problems, problem, "invalid_input")}
          </Notice>
        ) : null}
      </fetcher.Form>
      {proof}
    </section>
  );
}
