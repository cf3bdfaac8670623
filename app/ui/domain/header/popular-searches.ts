import { useEffect, useState } from "react";
import { useLocalPath } from "#app/language.ts";

/** What shoppers search most, once the search box is open and empty. Empty when the network fails. */
export function usePopularSearches(isAsked: boolean): readonly string[] {
  const to = useLocalPath();
  const address = to("/api/popular-searches");
  const [words, setWords] = useState<readonly string[]>();
  useEffect(() => {
    if (!isAsked || words) return;
    fetch(address)
      .then(async (response) => setWords(response.ok ? await response.json() : []))
      .catch(() => setWords([]));
  }, [isAsked, words, address]);
  return words ?? [];
}
