import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { type UploadItem, UploadQueue } from "./upload-queue.ts";

/** By what they are for; they outlive the page, so that a person may go on working elsewhere. */
const queues = new Map<string, UploadQueue>();
const none: readonly UploadItem[] = [];

function queueOf(key: string, takeAddress: string): UploadQueue {
  const known = queues.get(key);
  if (known) return known;
  const queue = new UploadQueue(takeAddress);
  // The server only renders.
  if (typeof document === "undefined") return queue;
  queues.set(key, queue);
  addEventListener("online", queue.resume);
  return queue;
}

/**
 * The uploads of pictures, of a product for example. The page is read again when one has become a picture.
 * @param key of what they are for
 * @param takePath where an upload that has arrived is handed over
 */
export function useUploads(
  key: string,
  takePath: string,
): {
  queue: UploadQueue;
  items: readonly UploadItem[];
  /** Pictures that have arrived since the shop was opened. */
  arrived: number;
} {
  const to = useLocalPath();
  const { revalidate } = useRevalidator();
  const [queue] = useState(() => queueOf(key, to(takePath)));
  const items = useSyncExternalStore(queue.subscribe, queue.items, () => none);
  const arrived = useSyncExternalStore(queue.subscribe, queue.arrived, () => 0);
  useEffect(() => {
    if (arrived > 0) void revalidate();
  }, [arrived, revalidate]);
  return { queue, items, arrived };
}
