import { usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { inLanguage } from "#base/language.ts";
import type { Choice, ChoiceKind } from "#shop/promotions/editor/search-choices.server.ts";

interface ChoiceSearchProps {
  kind: ChoiceKind;
  label: string;
  onChoose: (choice: Choice) => void;
  error?: string | undefined;
}

/** A box that finds products, variants or regions by the beginnings of their words. */
export function ChoiceSearch({ kind, label, onChoose, error }: ChoiceSearchProps) {
  const words = usePromoWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <Combobox<Choice>
      label={label}
      error={error}
      maxLength={100}
      minLetters={2}
      address={`${to("/admin/PromoCodes/Choices")}?kind=${kind}`}
      idOf={({ id }) => id}
      words={{ hits: words.hits, none: words.noHits, failed: words.searchFailed }}
      onChoose={onChoose}
    >
      {(hit) => (
        <>
          <span>{inLanguage(hit.name, language)}</span>
          <span className="figures text-xs">{hit.detail}</span>
        </>
      )}
    </Combobox>
  );
}

interface ChosenListProps {
  label: string;
  chosen: readonly { readonly id: string; readonly name: string }[];
  onRemove: (id: string) => void;
}

/** What was chosen, each with the way to take it out again. */
export function ChosenList({ label, chosen, onRemove }: ChosenListProps) {
  const words = usePromoWords();
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {chosen.map(({ id, name }) => (
        <li
          key={id}
          className="inline-flex min-h-8 max-w-full items-center border border-control bg-paper pl-2"
        >
          <span className="truncate">{name}</span>
          <button
            type="button"
            aria-label={words.remove(name)}
            onClick={() => onRemove(id)}
            className="inline-grid size-8 shrink-0 place-items-center hover:text-stamp"
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
