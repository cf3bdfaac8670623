import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { maxPicturesPerProduct } from "#shop/catalogue/media/media.ts";
import { DropZone } from "./drop-zone.tsx";
import type { MediaAnswer } from "./media-action.server.ts";
import type { ProductMediaProps } from "./media-props.ts";
import { PictureList } from "./picture-list.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

/** Milliseconds that a removed picture can be put back by its notice. */
const undoMs = 10_000;

/** The pictures of a product: adding, ordering, describing, replacing and removing them. Part of the product's editor. */
export function ProductMedia(props: ProductMediaProps) {
  const { productId, answer } = props;
  const words = useMediaWords();
  const to = useLocalPath();
  const isAlive = useInBrowser();
  const uploads = useUploads(productId, `/admin/Products/${productId}/Media/Uploads`);
  const action = to(`/admin/Products/${productId}/Media`);
  const removing = useFetcher<MediaAnswer>({ key: `remove ${action}` });
  const isGone = ({ id }: { id: string }) =>
    removing.formData?.get("intent") === "remove" && removing.formData.get("picture") === id;
  const shown = props.pictures.filter((picture) => !isGone(picture));
  const left = maxPicturesPerProduct - shown.length;

  return (
    <section aria-labelledby="media-heading" className="@container grid gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-ink pb-2">
        <h2 id="media-heading" className="text-lg">
          {words.heading}
        </h2>
        <p className="figures text-muted">{words.count(shown.length, maxPicturesPerProduct)}</p>
      </header>
      <DropZone
        isAlive={isAlive}
        left={left}
        onFiles={(files) => uploads.queue.add(files, { room: left })}
      />
      <UploadList {...uploads} />
      <Reply answer={answer} action={action} />
      {shown.length > 0 ? (
        <PictureList
          {...props}
          pictures={shown}
          action={action}
          queue={uploads.queue}
          isAlive={isAlive}
        />
      ) : uploads.items.length === 0 ? (
        <div className="border border-rule px-6 py-8">
          <p className="font-display text-lg font-bold">{words.empty}</p>
          <p className="mt-1 max-w-[60ch] text-muted">{words.emptyText}</p>
        </div>
      ) : null}
    </section>
  );
}

/** The answer to the last change of the list: what failed, or how to undo it. */
function Reply({ answer, action }: { answer: MediaAnswer | undefined; action: string }) {
  const words = useMediaWords();
  const ordering = useFetcher<MediaAnswer>({ key: `order ${action}` });
  const removing = useFetcher<MediaAnswer>({ key: `remove ${action}` });
  const reply = [removing.data, ordering.data, answer].find(
    (given) => given && (given.problem || given.done !== "place"),
  );
  const isOver = useIsOver(reply?.done === "remove" ? reply : undefined);
  useFocusAfter(reply);
  if (!reply || (reply.fields && reply.of)) return null;
  if (reply.problem) {
    return <Notice tone="error">{wordsFor(words.problems, reply.problem, "failed")}</Notice>;
  }
  if (reply.done === "restore") return <Notice tone="success">{words.restored}</Notice>;
  if (reply.done !== "remove" || isOver) return null;
  return (
    <Notice
      tone="info"
      action={
        <removing.Form method="post" action={action}>
          <input type="hidden" name="intent" value="restore" />
          <input type="hidden" name="picture" value={reply.of} />
          <Button type="submit" look="quiet" icon="undo-2" data-undo="">
            {words.undo}
          </Button>
        </removing.Form>
      }
    >
      {words.removed}
    </Notice>
  );
}

/** The button that was pressed is gone with its line: the focus goes to what undoes it, or to the line that came back. */
function useFocusAfter(reply: MediaAnswer | undefined): void {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const next = reply?.done === "remove" ? "[data-undo]" : `[data-picture="${reply?.of}"] summary`;
    if (reply?.done) document.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [reply]);
}

/** True ten seconds after the value came; never while the focus is on its button. */
function useIsOver(value: object | undefined): boolean {
  const [over, setOver] = useState<object>();
  useEffect(() => {
    if (!value) return;
    const timer = setInterval(() => {
      if (!document.activeElement?.hasAttribute("data-undo")) setOver(value);
    }, undoMs);
    return () => clearInterval(timer);
  }, [value]);
  return value !== undefined && over === value;
}
