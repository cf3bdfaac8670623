import { usePreviewWords } from "#app/admin/mail-list/campaigns/messages/campaign-preview.ts";
import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLocalPath } from "#app/language.ts";
import { Button } from "#app/ui/button.tsx";
import { Combobox } from "#app/ui/combobox.tsx";
import type { Reader } from "#shop/mailing/campaigns/write/reader.ts";

interface ReaderChoiceProps {
  reader: Reader | null;
  onChoose: (reader: Reader | null) => void;
  /** Whether the mail has a version in the reader's language. */
  hasLanguage: boolean;
}

/** As whom the preview is seen: somebody without a name, or a subscriber who is found by the beginning of their address. */
export function ReaderChoice({ reader, onChoose, hasLanguage }: ReaderChoiceProps) {
  const words = usePreviewWords();
  const { languages } = useCampaignWords();
  const to = useLocalPath();
  if (!reader) {
    return (
      <div className="max-w-md">
        <Combobox<Reader>
          label={words.as}
          placeholder={words.asHint}
          maxLength={254}
          minLetters={2}
          address={to("/admin/MailList/Readers")}
          idOf={({ id }) => id}
          words={{ hits: words.hits, none: words.noHits, failed: words.searchFailed }}
          onChoose={onChoose}
        >
          {(hit) => (
            <>
              <span className="min-w-0 wrap-anywhere">{hit.email}</span>
              <span className="text-xs">
                {hit.name ?? words.noName} · {languages[hit.language]}
              </span>
            </>
          )}
        </Combobox>
      </div>
    );
  }
  return (
    <div className="grid gap-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 wrap-anywhere">
          <strong>{words.seenAs(reader.name ?? reader.email)}</strong>{" "}
          <span className="text-muted">
            {reader.name ? reader.email : words.noName} · {languages[reader.language]}
          </span>
        </p>
        <Button look="quiet" icon="x" onClick={() => onChoose(null)}>
          {words.stopAs}
        </Button>
      </div>
      {hasLanguage ? null : <p>{words.languageMissing(languages[reader.language])}</p>}
      <p className="text-muted">{words.codeHint}</p>
    </div>
  );
}
