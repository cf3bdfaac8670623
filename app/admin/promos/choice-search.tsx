import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { usePromoWords } from "#app/messages/admin/promos.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage } from "#base/language.ts";
import type { Choice, ChoiceKind } from "#shop/promotion-editor/search-choices.server.ts";

const fewestLetters = 2;
const typingPauseMs = 150;

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
  const listId = useId();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { hits, state } = useChoices(kind, query);
  const shown = open && state === "found";

  const choose = (choice: Choice) => {
    setOpen(false);
    setQuery("");
    onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setActive((active + step + hits.length) % hits.length);
    }
    if (event.key === "Escape") setOpen(false);
    const hit = hits[active];
    // Enter never sends the form from here.
    if (event.key === "Enter") {
      event.preventDefault();
      if (shown && hit) choose(hit);
    }
  };
  const status = !open
    ? ""
    : state === "failed"
      ? words.searchFailed
      : state === "found"
        ? hits.length > 0
          ? words.hits(hits.length)
          : words.noHits
        : "";

  return (
    <div className="relative">
      <Field label={label} error={error}>
        {(parts) => (
          <TextInput
            {...parts}
            role="combobox"
            aria-expanded={shown && hits.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && hits[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setOpen(true);
              setActive(0);
            }}
            onBlur={() => setOpen(false)}
            onFocus={() => setOpen(true)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <p
        role="status"
        className={status && hits.length === 0 ? "mt-1 text-sm text-muted" : "sr-only"}
      >
        {status}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={!shown || hits.length === 0}
        className="absolute inset-x-0 top-full z-30 max-h-80 divide-y divide-rule overflow-y-auto border border-carbon bg-card"
      >
        {hits.map((hit, index) => (
          <div
            key={hit.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(hit)}
            onKeyDown={undefined}
            className="flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-3 px-3 py-1.5 hover:bg-paper aria-selected:bg-carbon aria-selected:text-on-carbon"
          >
            <span>{inLanguage(hit.name, language)}</span>
            <span className="figures text-xs opacity-80">{hit.detail}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

interface Found {
  readonly q: string;
  readonly hits: readonly Choice[];
  readonly state: "found" | "failed";
}

function useChoices(
  kind: ChoiceKind,
  query: string,
): { hits: readonly Choice[]; state: "none" | "found" | "failed" } {
  const to = useLocalPath();
  const address = to("/admin/PromoCodes/Choices");
  const [found, setFound] = useState<Found | null>(null);
  const q = query.trim();

  useEffect(() => {
    if (q.length < fewestLetters) return setFound(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${address}?${new URLSearchParams({ kind, q })}`, {
          signal: abort.signal,
        });
        if (!response.ok) return setFound({ q, hits: [], state: "failed" });
        setFound({ q, hits: await response.json(), state: "found" });
      } catch {
        // Without a connection; the words below the box say so.
        if (!abort.signal.aborted) setFound({ q, hits: [], state: "failed" });
      }
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, kind, address]);

  return { hits: found?.hits ?? [], state: found?.state ?? "none" };
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
