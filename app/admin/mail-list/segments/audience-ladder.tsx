import { useEffect, useState } from "react";
import { useSegmentWords } from "#app/admin/mail-list/segments/messages/segments.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { formatCount } from "#base/format-count.ts";
import type { Audience } from "#shop/mailing/campaigns/audience/audience.ts";
import type { AudienceEstimate } from "#shop/mailing/campaigns/audience/count-segment.server.ts";
import type { CountAnswer } from "./count.ts";

type State = "counting" | "stopped" | "too_wide" | "failed" | Audience;

/**
 * How the audience falls from one condition to the next: the planner's estimate at once, and the exact count when it is there. Another
 * filter ends the count of the one before.
 */
export function AudienceLadder({
  filter,
  estimate,
}: {
  filter: string;
  estimate: AudienceEstimate;
}) {
  const words = useSegmentWords();
  const language = useLanguage();
  const to = useLocalPath();
  const [key] = useState(() => crypto.randomUUID());
  const [state, setState] = useState<State>("counting");
  const [attempt, setAttempt] = useState(0);
  const address = `${to("/admin/MailList/Segments/Count")}?${new URLSearchParams({ key })}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt counts again
  useEffect(() => {
    const stop = new AbortController();
    setState("counting");
    fetch(`${address}&${new URLSearchParams({ filter })}`, { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`the count answered ${response.status}`);
        const { audience } = (await response.json()) as CountAnswer;
        setState((before) => audience ?? (before === "stopped" ? before : "too_wide"));
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        console.warn(error);
        setState("failed");
      });
    return () => stop.abort();
  }, [address, filter, attempt]);
  const stopCounting = () => {
    setState("stopped");
    fetch(address).catch((error: unknown) => console.warn(error));
  };
  const exact = typeof state === "object" ? state : null;
  const guess: Partial<Audience> = estimate;
  const shown = (step: "matched" | "subscribed" | "open" | "total") => {
    if (exact) return formatCount(exact[step], language);
    const expected = guess[step];
    return expected === undefined ? "–" : `≈ ${formatCount(expected, language)}`;
  };
  return (
    <div className="grid max-w-md gap-2">
      <h3 className="text-sm font-semibold">{words.counted}</h3>
      <dl className="border-t border-rule" aria-busy={state === "counting"}>
        {(["matched", "subscribed", "open", "total"] as const).map((step) => (
          <div key={step} className="flex justify-between gap-4 border-b border-rule py-1.5">
            <dt className={step === "total" ? "font-semibold" : "text-muted"}>
              {words.ladder[step]}
            </dt>
            <dd className="figures">{shown(step)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        <p role="status" className="text-sm text-muted">
          {exact ? "" : words.countStates[state as Exclude<State, Audience>]}
        </p>
        {state === "counting" ? (
          <Button look="bare" onClick={stopCounting}>
            {words.stopCounting}
          </Button>
        ) : exact ? null : (
          <Button look="bare" onClick={() => setAttempt(attempt + 1)}>
            {words.countAgain}
          </Button>
        )}
      </div>
    </div>
  );
}
