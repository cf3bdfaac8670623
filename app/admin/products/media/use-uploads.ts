import { useEffect, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import { useLocalPath } from "#app/language.ts";
import { type UploadItem, UploadQueue } from "./upload-queue.ts";

const none: readonly UploadItem[] = [];

/** The uploads of a product's pictures; leaving the page stops them, after a question. */
export function useUploads(productId: string): {
  queue: UploadQueue;
  items: readonly UploadItem[];
  /** Pictures that have arrived since the page was opened. */
  arrived: number;
} {
  const to = useLocalPath();
  const { revalidate } = useRevalidator();
  const [arrived, setArrived] = useState(0);
  const [queue] = useState(
    () =>
      new UploadQueue(to(`/admin/Products/${productId}/Media/Uploads`), () => {
        setArrived((count) => count + 1);
        void revalidate();
      }),
  );
  const items = useSyncExternalStore(queue.subscribe, queue.items, () => none);
  useDirtyForm(items.some(({ state }) => state !== "failed"));
  useEffect(() => {
    addEventListener("online", queue.resume);
    return () => {
      removeEventListener("online", queue.resume);
      queue.stop();
    };
  }, [queue]);
  return { queue, items, arrived };
}
