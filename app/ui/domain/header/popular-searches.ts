import { useEffect, useState } from "react";
import { useLocalPath } from "#app/language.ts";

/** Loads popular searches on first use. Empty until they are loaded, and if the request fails. */
export function usePopularSearches(isEnabled: boolean): readonly string[] {
  const to = useLocalPath();
  const address = to("/api/popular-searches");
  const [words, setWords] = useState<readonly string[]>();
  useEffect(() => {
    if (!isEnabled || words) return;
    fetch(address)
      .then(async (response) => setWords(response.ok ? await response.json() : []))
      .catch(() => setWords([]));
  }, [isEnabled, words, address]);
  return words ?? [];
}
