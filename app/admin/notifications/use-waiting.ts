import { useCallback, useEffect } from "react";
import { useFetcher } from "react-router";
import { useLocalPath } from "#app/language.ts";
import type { loader } from "./waiting.ts";

/**
 * What waits on each page, once it is known. Read after the page is shown, after each change that the person makes, and
 * when `reload` is called.
 */
export function useWaiting(): {
  waiting: Readonly<Partial<Record<string, number>>>;
  reload: () => void;
} {
  const { load, data } = useFetcher<typeof loader>();
  const address = useLocalPath()("/admin/Waiting");
  const reload = useCallback(() => void load(address), [load, address]);
  useEffect(reload, [reload]);
  return { waiting: data ?? {}, reload };
}
