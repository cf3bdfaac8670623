import { useEffect } from "react";
import { useFetcher } from "react-router";
import { useDraftWords } from "#app/admin/mail-list/campaigns/messages/campaign-drafts.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { DraftSave } from "#shop/mailing/campaigns/write/draft-history.server.ts";
import type { CampaignAnswer } from "./campaign-action.server.ts";

interface HistoryPanelProps {
  saves: readonly DraftSave[];
  /** Of the draft as it is stored. */
  version: number;
  /** An earlier save is the newest one now. */
  onRestored: () => void;
}

/** Who saved the draft when; each save can become the newest one again. */
export function HistoryPanel({ saves, version, onRestored }: HistoryPanelProps) {
  const words = useDraftWords();
  const campaigns = useCampaignWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<CampaignAnswer>();
  const { state, data } = fetcher;
  useEffect(() => {
    if (state === "idle" && data?.done) onRestored();
  }, [state, data, onRestored]);
  if (saves.length === 0) return null;
  const busy = state !== "idle";
  return (
    <details className="group border border-rule bg-card p-4">
      <summary className="flex min-h-6 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="chevron-down" className="size-4 group-open:rotate-180" />
        {words.history(saves.length)}
      </summary>
      <p className="mt-2 text-sm text-muted">{words.historyHint}</p>
      <ol className="mt-3 grid max-h-96 overflow-y-auto">
        {saves.map((save) => {
          const when = formatMoment(save.savedAt, language, zone);
          return (
            <li
              key={save.version}
              className="flex items-center justify-between gap-x-3 border-t border-rule py-2"
            >
              <div className="min-w-0">
                <p className="figures text-sm">{when}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  {save.author ?? words.nobody}
                  {save.isAuto ? ` · ${words.auto}` : ""}
                  {save.subject ? ` · ${save.subject}` : ""}
                </p>
              </div>
              {save.version === version ? (
                <span className="text-sm text-muted">{words.current}</span>
              ) : (
                <fetcher.Form method="post">
                  <input type="hidden" name="version" value={version} />
                  <input type="hidden" name="saved" value={save.version} />
                  <Button
                    type="submit"
                    name="intent"
                    value="restore"
                    look="bare"
                    busy={busy}
                    aria-label={words.restoreOf(when)}
                  >
                    {words.restore}
                  </Button>
                </fetcher.Form>
              )}
            </li>
          );
        })}
      </ol>
      {!busy && data?.problem ? (
        <Notice tone="error">{wordsFor(campaigns.problems, data.problem, "invalid_input")}</Notice>
      ) : null}
    </details>
  );
}
