import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { type UploadItem, UploadQueue } from "./upload-queue.ts";

/** By product; they outlive the page, so that a person may go on working elsewhere. */
const queues = new Map<string, UploadQueue>();
const none: readonly UploadItem[] = [];

function queueOf(productId: string, takeAddress: string): UploadQueue {
  const known = queues.get(productId);
  if (known) return known;
  const queue = new UploadQueue(takeAddress);
  // The server only renders.
  if (typeof document === "undefined") return queue;
  queues.set(productId, queue);
  addEventListener("online", queue.resume);
  return queue;
}

/** The uploads of a product's pictures. The page is read again when one has become a picture. */
export function useUploads(productId: string): {
  queue: UploadQueue;
  items: readonly UploadItem[];
  /** Pictures that have arrived since the shop was opened. */
  arrived: number;
} {
  const to = useLocalPath();
  const { revalidate } = useRevalidator();
  const [queue] = useState(() =>
    queueOf(productId, to(`/admin/Products/${productId}/Media/Uploads`)),
  );
  const items = useSyncExternalStore(queue.subscribe, queue.items, () => none);
  const arrived = useSyncExternalStore(queue.subscribe, queue.arrived, () => 0);
  useEffect(() => {
    if (arrived > 0) void revalidate();
  }, [arrived, revalidate]);
  return { queue, items, arrived };
}
