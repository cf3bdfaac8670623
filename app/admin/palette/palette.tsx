import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { usePaletteWords } from "#app/admin/palette/messages/palette.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import { maySeePage, railGroups } from "../rail-groups.ts";
import { listOf } from "./list-trail.ts";
import { places } from "./places.ts";
import { prepareSelectionAct, selectionActs } from "./selection-acts.ts";
import { keysOfPage, type ShortcutAct, shortcuts } from "./shortcuts.ts";

/** A pause in typing after which the server is asked. */
const typingPauseMs = 120;
const maxLetters = 60;

interface PaletteProps {
  permissions: readonly Permission[];
  onClose: () => void;
  onGo: (path: string) => void;
  onAct: (act: ShortcutAct) => void;
}

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly keys?: string | undefined;
  readonly go: () => void;
}

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly path: string;
}

/** Acts that the palette offers; the others need a row. */
const offered: readonly ShortcutAct[] = [
  "search",
  "filter",
  "new",
  "leave",
  "nextThing",
  "previousThing",
  "rail",
  "help",
];
/** Acts of a page that shows a thing of a list. */
const onThings: readonly ShortcutAct[] = ["leave", "nextThing", "previousThing"];

/** One box for pages, actions and things of the shop. Arrows and Enter choose. */
export default function Palette({ permissions, onClose, onGo, onAct }: PaletteProps) {
  const words = usePaletteWords();
  const admin = useAdminWords();
  const to = useLocalPath();
  const language = useLanguage();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  // After the dialog opened, which gives the focus to its first control.
  useEffect(() => box.current?.focus(), []);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const { hits, isFailed, isDone } = useHits(to("/admin/Palette"), query);

  const wanted = query.trim().toLocaleLowerCase(language);
  const fits = (label: string) =>
    wanted === "" || label.toLocaleLowerCase(language).includes(wanted);
  const pages: Entry[] = railGroups
    .flat()
    .filter((page) => maySeePage(page, permissions) && fits(admin[page.name]))
    .map(({ name, path }) => ({
      key: `page ${name}`,
      label: admin[name],
      detail: words.page,
      keys: keysOfPage(name),
      go: () => onGo(to(path)),
    }));
  // Only when something is typed: an empty box shows the pages.
  const inside: Entry[] = places
    .filter(({ needs }) => wanted !== "" && permissions.includes(needs))
    .filter(({ name }) => fits(`${words.places[name].label} ${words.places[name].words}`))
    .map(({ name, path }) => ({
      key: `place ${name}`,
      label: words.places[name].label,
      detail: words.page,
      go: () => onGo(to(path)),
    }));
  const isThing = listOf(useLocation().pathname) !== undefined;
  const acts: Entry[] = shortcuts.flatMap(({ keys, to: target }) =>
    "act" in target &&
    offered.includes(target.act) &&
    (isThing || !onThings.includes(target.act)) &&
    fits(words.acts[target.act])
      ? [
          {
            key: `act ${target.act}`,
            label: words.acts[target.act],
            detail: words.action,
            keys,
            go: () => onAct(target.act),
          },
        ]
      : [],
  );
  const onSelection: Entry[] = selectionActs()
    .filter(({ label }) => fits(label))
    .map(({ value, label }) => ({
      key: `selection ${value}`,
      label,
      detail: words.onSelection,
      // After the dialog gave the focus back.
      go: () => setTimeout(() => prepareSelectionAct(value)),
    }));
  const things: Entry[] = hits.map((hit) => ({
    key: `${hit.kind} ${hit.id}`,
    label: hit.label,
    detail: [words.kinds[hit.kind] ?? "", hit.detail].filter(Boolean).join(" · "),
    go: () => onGo(hit.path),
  }));
  // Exact things and pages before what merely looks alike.
  const isExact = (entry: Entry) =>
    wanted !== "" &&
    [entry.label, entry.detail.split(" · ")[1] ?? ""].some(
      (text) => text.toLocaleLowerCase(language) === wanted,
    );
  const entries =
    wanted === ""
      ? [...onSelection, ...things, ...acts, ...pages]
      : [
          ...things.filter(isExact),
          ...onSelection,
          ...pages,
          ...inside,
          ...acts,
          ...things.filter((entry) => !isExact(entry)),
        ];
  const current = Math.min(active, entries.length - 1);

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) {
      event.preventDefault();
      setActive((current + step + entries.length) % entries.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(entries[current]);
    }
  };

  return (
    <Dialog open onClose={onClose} title={words.title}>
      <TextInput
        ref={box}
        role="combobox"
        aria-label={words.label}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries[current] ? `${listId}-${current}` : undefined}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={maxLetters}
        placeholder={words.placeholder}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={entries.length === 0 ? "mt-3 text-muted" : "sr-only"}>
        {isFailed
          ? words.failed
          : entries.length > 0
            ? words.count(entries.length)
            : isDone
              ? words.none
              : ""}
      </p>
      <div ref={list} id={listId} role="listbox" aria-label={words.title} className="mt-3 grid">
        {entries.map((entry, index) => (
          <div
            key={entry.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(entry)}
            onKeyDown={undefined}
            className="group flex min-h-10 cursor-pointer items-center gap-3 border-b border-rule px-3 py-1.5 hover:bg-card aria-selected:bg-carbon aria-selected:text-on-carbon"
          >
            <span className="min-w-0 flex-1 truncate font-semibold">{entry.label}</span>
            <span className="max-w-[45%] truncate text-sm text-muted group-aria-selected:text-on-carbon">
              {entry.detail}
            </span>
            {entry.keys ? <kbd className="figures text-xs">{entry.keys}</kbd> : null}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

interface Found {
  readonly hits: readonly Hit[];
  readonly isFailed: boolean;
  readonly isDone: boolean;
}

/** The hits of the newest query. An answer that comes after a newer question is dropped. */
function useHits(address: string, query: string): Found {
  const [found, setFound] = useState<Found>({ hits: [], isFailed: false, isDone: false });
  const q = query.trim();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const response = await fetch(`${address}?${new URLSearchParams({ q })}`, {
            signal: abort.signal,
          });
          const hits: Hit[] = response.ok ? await response.json() : [];
          setFound({ hits, isFailed: !response.ok, isDone: true });
        } catch {
          // Without a connection; the words below the box say so.
          if (!abort.signal.aborted) setFound({ hits: [], isFailed: true, isDone: true });
        }
      },
      q === "" ? 0 : typingPauseMs,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, address]);
  return found;
}
