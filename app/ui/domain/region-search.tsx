import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { RegionHit } from "#shop/regions/region.ts";

const fewestLetters = 3;
const typingPause = 150;

interface RegionSearchProps {
  onChoose: (hit: RegionHit) => void;
  label?: string;
  error?: string;
}

/** One box for kelurahan, kecamatan, kota or postal code instead of four lists. */
export function RegionSearch({ onChoose, label, error }: RegionSearchProps) {
  const { region: words } = useWords();
  const listId = useId();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { hits, searched } = useRegionHits(query);
  const shown = open && searched;

  const choose = (hit: RegionHit) => {
    setOpen(false);
    setQuery("");
    onChoose(hit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setActive((active + step + hits.length) % hits.length);
    }
    if (event.key === "Escape") setOpen(false);
    const hit = hits[active];
    if (event.key === "Enter") {
      event.preventDefault();
      if (shown && hit) choose(hit);
    }
  };

  return (
    <div className="relative">
      <Field label={label ?? words.label} error={error}>
        {(parts) => (
          <TextInput
            {...parts}
            role="combobox"
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && hits[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={80}
            placeholder={words.placeholder}
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
        className={shown && hits.length === 0 ? "mt-2 text-sm text-muted" : "sr-only"}
      >
        {shown ? (hits.length > 0 ? words.hits(hits.length) : words.none) : ""}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label={label ?? words.label}
        hidden={!shown || hits.length === 0}
        className="absolute inset-x-0 top-full z-30 max-h-80 divide-y divide-rule overflow-y-auto border border-carbon bg-card"
      >
        {hits.map((hit, index) => (
          <div
            key={hit.code}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(hit)}
            onKeyDown={undefined}
            className="flex min-h-11 cursor-pointer items-center px-3 py-2 text-sm hover:bg-paper aria-selected:bg-carbon aria-selected:text-on-carbon"
          >
            {hit.label}
          </div>
        ))}
      </div>
    </div>
  );
}

function useRegionHits(query: string): { hits: readonly RegionHit[]; searched: boolean } {
  const to = useLocalPath();
  const address = to("/api/regions");
  const [found, setFound] = useState<{ q: string; hits: readonly RegionHit[] } | null>(null);
  const q = query.trim();

  useEffect(() => {
    if (q.length < fewestLetters) return setFound(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${address}?${new URLSearchParams({ q })}`, {
          signal: abort.signal,
        });
        setFound({ q, hits: response.ok ? await response.json() : [] });
      } catch {
        // Nothing was found, whyever: the words beneath the box fit both.
        if (!abort.signal.aborted) setFound({ q, hits: [] });
      }
    }, typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, address]);

  return { hits: found?.hits ?? [], searched: found !== null };
}
