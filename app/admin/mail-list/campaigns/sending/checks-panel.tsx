import { useTrialWords } from "#app/admin/mail-list/campaigns/messages/campaign-trial.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { CampaignCheck } from "#shop/mailing/campaigns/check-content.ts";

/**
 * What speaks against sending: what must be mended, and what somebody should look at.
 * @param isWaiting nothing is checked until the recipients are counted
 */
export function ChecksPanel({
  checks,
  isWaiting,
}: {
  checks: readonly CampaignCheck[];
  isWaiting: boolean;
}) {
  const words = useCampaignWords();
  const trial = useTrialWords();
  return (
    <section className="grid gap-3 border border-rule bg-card p-4">
      <h2 className="text-lg">{words.checks}</h2>
      {isWaiting ? (
        <p>{words.checksWait}</p>
      ) : checks.length === 0 ? (
        <p className="flex items-center gap-2">
          <Icon name="circle-check" className="size-5 text-paid" />
          {words.checksGood}
        </p>
      ) : (
        <ul className="grid gap-3">
          {checks.map(({ code, level, language, arm, detail }) => (
            <li key={`${code}-${language}-${arm}-${detail}`} className="flex items-start gap-2.5">
              <Icon
                name={level === "stop" ? "circle-alert" : "triangle-alert"}
                className={`mt-0.5 size-5 shrink-0 ${level === "stop" ? "text-stamp" : ""}`}
              />
              <p className="min-w-0 wrap-anywhere">
                <strong className={level === "stop" ? "text-stamp" : ""}>
                  {level === "stop" ? words.stop : words.ask}
                </strong>{" "}
                {language ? (
                  <span className="text-muted">
                    {words.languages[language]}
                    {arm ? `, ${trial.arm(trial.letters[arm])}` : ""}:{" "}
                  </span>
                ) : null}
                {words.checkWords[code]}
                {detail ? <span className="figures text-sm text-muted"> {detail}</span> : null}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
