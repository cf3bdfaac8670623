import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useLocation, useNavigate } from "react-router";
import { useSearchHistory } from "#app/browser/search-history.ts";
import { useLocalPath } from "#app/language.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "#app/ui/icon.tsx";
import { plainPath } from "#base/language.ts";
import { usePopularSearches } from "./popular-searches.ts";
import type { SearchChoices } from "./search-choices.tsx";
import { useSuggestions } from "./suggestions.ts";

export interface Choice {
  readonly to: string;
  readonly query?: string;
}

/** A combobox that is a plain form without scripts. `/` comes here from anywhere. */
export function SearchBox() {
  const words = useWords();
  const to = useLocalPath();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const shownQuery =
    plainPath(pathname).toLowerCase() === "/shop"
      ? (new URLSearchParams(search).get("q") ?? "")
      : "";
  const [query, setQuery] = useState(shownQuery);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { Choices, loadChoices } = useChoices();
  const suggestions = useSuggestions(open ? query : "");
  const history = useSearchHistory();
  const isEmpty = query.trim() === "";
  const recent = isEmpty ? history.queries : [];
  const found = usePopularSearches(open && isEmpty);
  const popular = isEmpty ? found.filter((words) => !recent.includes(words)) : [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address starts the box anew
  useEffect(() => {
    setQuery(shownQuery);
    setOpen(false);
  }, [pathname, shownQuery]);
  useFocusKey(input);

  const countAddress = to("/api/popular-searches");
  const listAddress = (text: string) => `${to("/Shop")}?${new URLSearchParams({ q: text })}`;
  const choices: Choice[] = [
    ...[...recent, ...popular].map((text) => ({ to: listAddress(text), query: text })),
    ...suggestions.map(({ slug }) => ({ to: to(`/item/${slug}`) })),
  ];
  const shown = open && choices.length > 0 && Choices !== undefined;

  const choose = (choice: Choice) => {
    if (choice.query) setQuery(choice.query);
    setOpen(false);
    navigate(choice.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + choices.length + 1) % (choices.length + 1));
    }
    if (event.key === "Escape") setOpen(false);
    const chosen = choices[active];
    if (event.key === "Enter" && shown && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  };

  return (
    <search
      className="relative min-w-0 grow"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Form
        action={to("/Shop")}
        onSubmit={() => {
          setOpen(false);
          input.current?.blur();
          if (query.trim().length < 2) return;
          history.remember(query.trim());
          navigator.sendBeacon(countAddress, new URLSearchParams({ q: query.trim() }));
        }}
        className="flex border border-control bg-card has-[input:focus-visible]:border-carbon has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-carbon"
      >
        <input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label={words.search.label}
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={words.search.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setOpen(true);
            setActive(-1);
            // Who is in the box before the scripts come causes no focus that they hear.
            loadChoices();
          }}
          onFocus={() => {
            setOpen(true);
            loadChoices();
          }}
          onKeyDown={onKeyDown}
          className="min-h-11 min-w-0 grow bg-transparent px-3.5 text-base outline-none placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={words.search.submit}
          className="grid w-12 place-items-center border-l border-rule hover:text-carbon"
        >
          <Icon name="search" />
        </button>
      </Form>
      {Choices ? (
        <Choices
          id={listId}
          shown={shown}
          active={active}
          recent={recent}
          popular={popular}
          suggestions={suggestions}
          onChoose={(index) => {
            const choice = choices[index];
            if (choice) choose(choice);
          }}
          onForget={history.forget}
        />
      ) : null}
    </search>
  );
}

/** The list below the box: every page has the box, few visitors search. Without it the box is a plain form. */
function useChoices() {
  const [Choices, setChoices] = useState<typeof SearchChoices>();
  const loadChoices = () => {
    if (Choices) return;
    import("./search-choices.tsx").then(
      (module) => setChoices(() => module.SearchChoices),
      (error: unknown) => console.warn("no suggestions", error),
    );
  };
  return { Choices, loadChoices };
}

/** `/` goes to the box, but not while something is being typed. */
function useFocusKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const typing = (event.target as Element | null)?.closest?.(
        "input, textarea, select, [contenteditable], dialog",
      );
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [input]);
}
