import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

const typingPauseMs = 150;

/** What was typed into the server's box waits for its scripts (browser/early-input.ts). */
const hasCome = (box: Element | null) => box?.removeAttribute("data-late");

interface ComboboxProps<Hit> {
  label: string;
  placeholder?: string | undefined;
  error?: ReactNode;
  maxLength: number;
  /** Shorter queries are not asked. */
  minLetters: number;
  /** The address that answers with a list of hits; the query is added as `q`. */
  address: string;
  idOf: (hit: Hit) => string;
  children: (hit: Hit) => ReactNode;
  words: { hits: (count: number) => string; none: string; failed: string };
  onChoose: (hit: Hit) => void;
}

/** A box that searches while it is typed into; arrows and Enter choose a hit, and the box is empty again. */
export function Combobox<Hit>(props: ComboboxProps<Hit>) {
  const { label, placeholder, error, maxLength, idOf, children, words, onChoose } = props;
  const listId = useId();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [isEnterPending, setEnterPending] = useState(false);
  const found = useHits<Hit>(props.address, query, props.minLetters);
  const hasCurrentResults = found?.query === query.trim();
  const hits = found?.hits ?? [];
  const shown = open && found !== null;
  const hasHits = shown && hits.length > 0;

  const choose = (hit: Hit) => {
    setOpen(false);
    setQuery("");
    onChoose(hit);
  };
  // Enter that is pressed before the results arrive, e.g. by a scanner, chooses the first result on arrival.
  useEffect(() => {
    if (!(isEnterPending && hasCurrentResults)) return;
    setEnterPending(false);
    const [hit] = hits;
    if (hit) choose(hit);
  });
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
      if (!hasCurrentResults) setEnterPending(true);
      else if (shown && hit) choose(hit);
    }
  };
  const status = hasHits ? words.hits(hits.length) : found?.isFailed ? words.failed : words.none;

  return (
    <div ref={hasCome} data-late="" className="relative">
      <Field label={label} error={error}>
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
            maxLength={maxLength}
            placeholder={placeholder}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setOpen(true);
              setActive(0);
              setEnterPending(false);
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
        {shown ? status : ""}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={!hasHits}
        className="absolute inset-x-0 top-full z-30 max-h-80 divide-y divide-rule overflow-y-auto border border-carbon bg-card"
      >
        {hits.map((hit, index) => (
          <div
            key={idOf(hit)}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(hit)}
            onKeyDown={undefined}
            className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 px-3 py-2 text-sm hover:bg-paper aria-selected:bg-carbon aria-selected:text-on-carbon"
          >
            {children(hit)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface Found<Hit> {
  /** The query of these results. The query in the field may have changed since. */
  readonly query: string;
  readonly hits: readonly Hit[];
  readonly isFailed: boolean;
}

/** The hits of the last query that was answered; null before one was. */
function useHits<Hit>(address: string, query: string, minLetters: number): Found<Hit> | null {
  const [found, setFound] = useState<Found<Hit> | null>(null);
  const q = query.trim();
  useEffect(() => {
    if (q.length < minLetters) return setFound(null);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const separator = address.includes("?") ? "&" : "?";
        const response = await fetch(`${address}${separator}${new URLSearchParams({ q })}`, {
          signal: abort.signal,
        });
        setFound(
          response.ok
            ? { query: q, hits: await response.json(), isFailed: false }
            : { query: q, hits: [], isFailed: true },
        );
      } catch {
        // Without a connection; the words below the box say so.
        if (!abort.signal.aborted) setFound({ query: q, hits: [], isFailed: true });
      }
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, address, minLetters]);
  return found;
}
