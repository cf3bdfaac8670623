import { useEffect, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import type { Suggestion } from "#shop/catalogue/catalogue.ts";

const fewestLetters = 2;
const typingPause = 120;

/** Products for what is being typed. Empty while there is too little to go by, or when the network fails. */
export function useSuggestions(query: string): readonly Suggestion[] {
  const to = useLocalPath();
  const address = to("/api/suggestions");
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const asked = query.trim();

  useEffect(() => {
    if (asked.length < fewestLetters) return setFound([]);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`${address}?${new URLSearchParams({ q: asked })}`, {
          signal: abort.signal,
        });
        if (response.ok) setFound(await response.json());
      } catch {
        if (!abort.signal.aborted) setFound([]);
      }
    }, typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asked, address]);

  return found;
}
