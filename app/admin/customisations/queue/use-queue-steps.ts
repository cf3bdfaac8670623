import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { QueueRow } from "#shop/production/customisations/queue/list-queue.server.ts";
import type { CardStep } from "#shop/production/customisations/queue/queue-view.ts";
import type { QueueAnswer } from "./queue-action.server.ts";

/** Takes steps of cards, one at a time; the page shows the result when it has read the queue again. */
export function useQueueSteps() {
  const fetcher = useFetcher<QueueAnswer>();
  const isBusy = fetcher.state !== "idle";
  const moving = useRef<string | null>(null);
  // The card lies in another column now: the focus stays with it.
  useEffect(() => {
    const id = moving.current;
    if (isBusy || id === null) return;
    moving.current = null;
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-card="${id}"] a`)?.focus();
  }, [isBusy]);

  const send = (id: string | null, fields: readonly (readonly [string, string])[]) => {
    if (isBusy) return;
    moving.current = id;
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    fetcher.submit(form, { method: "post" });
  };
  return {
    answer: isBusy ? undefined : fetcher.data,
    isBusy,
    /** The card that is on its way. */
    movingId: isBusy ? moving.current : null,
    take: (row: QueueRow, step: CardStep) =>
      send(row.id, [
        ...[["step", step] as const, ["id", row.id] as const],
        ...[["status", row.status] as const, ["proof", row.proof_id ?? ""] as const],
        ...[["key", crypto.randomUUID()] as const],
        ["good", String(row.pieces - row.good)] as const,
      ]),
    start: (ids: readonly string[]) =>
      send(null, [["step", "start"], ...ids.map((id) => ["id", id] as const)]),
  };
}
