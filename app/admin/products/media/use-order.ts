import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { MediaAnswer } from "./media-action.server.ts";

interface Move {
  readonly id: string;
  /** 0 is the first. */
  readonly place: number;
}

/**
 * The order of the pictures as the person sees it: moves show at once, are sent one after the other, and are taken back when
 * one fails.
 * @param ids the order that the server knows
 */
export function useOrder(
  ids: readonly string[],
  action: string,
): { order: readonly string[]; move: (id: string, place: number) => void } {
  const fetcher = useFetcher<MediaAnswer>({ key: `order ${action}` });
  const [waiting, setWaiting] = useState<readonly Move[]>([]);
  const sent = useRef<Move>(undefined);
  const isIdle = fetcher.state === "idle";

  useEffect(() => {
    if (!isIdle) return;
    if (sent.current) {
      sent.current = undefined;
      // Its answer is part of the server's order now; after a failure what was built on it goes too.
      setWaiting(fetcher.data?.problem ? [] : waiting.slice(1));
      return;
    }
    const next = waiting[0];
    if (!next) return;
    sent.current = next;
    void fetcher.submit(
      { intent: "place", picture: next.id, place: String(next.place + 1) },
      { method: "post", action },
    );
  }, [isIdle, waiting, fetcher, action]);

  const order = waiting.reduce<readonly string[]>(
    (list, { id, place }) =>
      list.includes(id) ? list.filter((other) => other !== id).toSpliced(place, 0, id) : list,
    ids,
  );
  return { order, move: (id, place) => setWaiting((moves) => [...moves, { id, place }]) };
}
