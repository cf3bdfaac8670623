import { type DragEvent, useEffect, useRef, useState } from "react";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import { Icon } from "#app/ui/icon.tsx";
import { maxPicturesPerProduct, pictureTypes } from "#shop/catalogue/media/media.ts";

interface DropZoneProps {
  isAlive: boolean;
  /** Pictures that may be added. */
  left: number;
  onFiles: (files: readonly File[]) => void;
}

/** The value of `accept` for pictures. */
export const acceptedTypes = Object.keys(pictureTypes).join(",");

/** Takes files that are dropped, pasted anywhere on the page, or chosen. */
export function DropZone({ isAlive, left, onFiles }: DropZoneProps) {
  const words = useMediaWords();
  const [isOver, setIsOver] = useState(false);
  const give = useRef(onFiles);
  give.current = onFiles;
  const isOpen = isAlive && left > 0;

  useEffect(() => {
    if (!isOpen) return;
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) give.current(files);
    };
    // A file that misses the zone would otherwise replace the page and every text that was typed on it.
    const ignore = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    document.addEventListener("paste", onPaste);
    document.addEventListener("dragover", ignore);
    document.addEventListener("drop", ignore);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("dragover", ignore);
      document.removeEventListener("drop", ignore);
    };
  }, [isOpen]);

  if (left <= 0) return <p className="text-muted">{words.drop.full(maxPicturesPerProduct)}</p>;
  const follow = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
  };
  return (
    <>
      <noscript>
        <p className="text-muted">{words.needsScript}</p>
      </noscript>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file button within does the same by keyboard */}
      <div
        onDragEnter={follow(true)}
        onDragOver={follow(true)}
        onDragLeave={follow(false)}
        onDrop={(event) => {
          follow(false)(event);
          if (isOpen) onFiles([...event.dataTransfer.files]);
        }}
        data-over={isOver || undefined}
        className="flex flex-wrap items-center gap-x-5 gap-y-3 border border-dashed border-control bg-paper px-5 py-5 data-over:border-solid data-over:border-carbon data-over:bg-card data-over:outline-1 data-over:outline-carbon"
      >
        <Icon name="plus" className="size-7 text-muted" />
        <div className="min-w-[min(14rem,100%)] grow basis-60">
          <p className="text-base font-semibold">{isOver ? words.drop.over : words.drop.title}</p>
          <p className="text-muted">{words.drop.hint}</p>
        </div>
        <span className="relative inline-flex min-h-11 items-center justify-center border border-carbon bg-carbon px-5 font-semibold text-on-carbon hover:border-ink hover:bg-ink has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-carbon has-[input:disabled]:opacity-55">
          <span aria-hidden="true">{words.drop.choose}</span>
          <input
            type="file"
            multiple
            accept={acceptedTypes}
            disabled={!isAlive}
            aria-label={words.drop.choose}
            data-choose-pictures=""
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            onChange={(event) => {
              onFiles([...(event.currentTarget.files ?? [])]);
              // The same file may be chosen again.
              event.currentTarget.value = "";
            }}
          />
        </span>
      </div>
    </>
  );
}
