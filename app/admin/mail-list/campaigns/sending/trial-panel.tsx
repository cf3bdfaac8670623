import { useState } from "react";
import { useFetcher } from "react-router";
import type { CampaignAnswer } from "#app/admin/mail-list/campaigns/campaign-action.server.ts";
import { useTrialWords } from "#app/admin/mail-list/campaigns/messages/campaign-trial.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#base/format-count.ts";
import { formatDecimal } from "#base/format-decimal.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { type Arm, arms, minArmPeople } from "#shop/mailing/campaigns/trial/arm.ts";
import type { Trial } from "#shop/mailing/campaigns/trial/read-arms.server.ts";

interface TrialPanelProps {
  campaign: Campaign;
  trial: Trial;
  mayEdit: boolean;
}

/** Two subjects beside each other, what the difference says, and the choice by hand. */
export function TrialPanel({ campaign, trial, mayEdit }: TrialPanelProps) {
  const words = useTrialWords();
  const { contents, winner, winner_why, status } = campaign;
  const language = useLanguage();
  const content = contents[language] ?? contents.id ?? contents.en;
  const { sums, verdict } = trial;
  const isSmall = arms.some((arm) => sums[arm].people < minArmPeople);
  const isOpen = winner === null && (status === "sending" || status === "paused");
  const subjects = { a: content?.subject, b: content?.second?.subject };
  return (
    <section
      aria-labelledby="campaign-trial"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border border-rule bg-card p-4"
    >
      <header className="grid max-w-[65ch] gap-1">
        <h2 id="campaign-trial" className="text-lg">
          {words.title}
        </h2>
        <p className="text-muted">{words.lead}</p>
      </header>
      <dl className="grid gap-1">
        {arms.map((arm) => (
          <div key={arm} className="flex gap-3 wrap-anywhere">
            <dt className="font-semibold">{words.letters[arm]}</dt>
            <dd className="min-w-0">{subjects[arm]}</dd>
          </div>
        ))}
      </dl>
      <TrialTable sums={sums} />
      <div className="grid max-w-[65ch] gap-1">
        {winner ? (
          <p className="font-semibold">
            {(winner_why === "person" ? words.wonByHand : words.won)(words.letters[winner])}
          </p>
        ) : null}
        {winner === null && status === "cancelled" ? (
          <p className="font-semibold">{words.cancelled}</p>
        ) : null}
        <p>{words.verdict[verdict.why](words.letters[verdict.winner])}</p>
        {isSmall ? <p>{words.small(formatCount(minArmPeople, language))}</p> : null}
        {winner ? <p className="text-sm text-muted">{words.until}</p> : null}
      </div>
      {isOpen && mayEdit ? <Choice /> : null}
    </section>
  );
}

function TrialTable({ sums }: Pick<Trial, "sums">) {
  const words = useTrialWords();
  const language = useLanguage();
  const shareOf = (arm: Arm, figure: "buyers" | "clickers") =>
    sums[arm].people > 0 ? (sums[arm][figure] / sums[arm].people) * 100 : 0;
  const difference = (figure: "buyers" | "clickers") => {
    const points = shareOf("b", figure) - shareOf("a", figure);
    const number = formatDecimal(Math.abs(points), language);
    const sign = Math.abs(points) < 0.05 ? "" : points > 0 ? "+" : "−";
    return words.points(`${sign}${number}`);
  };
  const head = "printed py-1.5 pl-3 text-right font-semibold";
  return (
    <table className="w-full max-w-2xl">
      <thead className="border-b border-ink">
        <tr>
          <th className="printed py-1.5 text-left font-semibold">{words.figure}</th>
          {arms.map((arm) => (
            <th key={arm} className={head}>
              {words.letters[arm]}
            </th>
          ))}
          <th className={head}>{words.difference}</th>
        </tr>
      </thead>
      <tbody>
        {(["people", "orders", "buyers", "clickers"] as const).map((figure) => {
          const share = figure === "buyers" || figure === "clickers" ? figure : undefined;
          return (
            <tr key={figure} className="border-b border-rule">
              <th scope="row" className="py-1.5 text-left font-normal">
                {words.figures[figure]}
              </th>
              {arms.map((arm) => (
                <td key={arm} className="figures py-1.5 pl-3 text-right">
                  {formatCount(sums[arm][figure], language)}{" "}
                  {share ? (
                    <span className="block text-sm text-muted @xl:inline">
                      {words.percent(formatDecimal(shareOf(arm, share), language))}
                    </span>
                  ) : null}
                </td>
              ))}
              <td className="figures py-1.5 pl-3 text-right whitespace-nowrap">
                {share ? difference(share) : ""}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Ends the wait by hand, after a second press. */
function Choice() {
  const words = useTrialWords();
  const { problems } = useCampaignWords();
  const fetcher = useFetcher<CampaignAnswer>();
  const [asked, setAsked] = useState<Arm | null>(null);
  const busy = fetcher.state !== "idle";
  const problem = busy ? undefined : fetcher.data?.problem;
  const letter = words.letters[asked ?? "a"];
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {arms.map((arm) => (
          <Button key={arm} look="quiet" busy={busy} onClick={() => setAsked(arm)}>
            {words.choose(words.letters[arm])}
          </Button>
        ))}
      </div>
      {problem ? (
        <Notice tone="error">{wordsFor(problems, problem, "invalid_input")}</Notice>
      ) : null}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={words.chooseTitle(letter)}
        place="small"
      >
        <fetcher.Form method="post" onSubmit={() => setAsked(null)} className="grid gap-4">
          <p>{words.chooseText}</p>
          <input type="hidden" name="arm" value={asked ?? ""} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="choose">
              {words.arm(letter)}
            </Button>
            <Button look="quiet" onClick={() => setAsked(null)}>
              {words.keepWaiting}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
    </>
  );
}
