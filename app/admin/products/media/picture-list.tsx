import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useMediaWords } from "#app/admin/products/media/messages/media.ts";
import type { DragSortProps, Grip } from "./drag-sort.tsx";
import type { ProductMediaProps } from "./media-props.ts";
import { PictureRow } from "./picture-row.tsx";
import type { UploadQueue } from "./upload-queue.ts";
import { useOrder } from "./use-order.ts";

interface PictureListProps extends ProductMediaProps {
  action: string;
  queue: UploadQueue;
  isAlive: boolean;
}

/** The pictures in order, each with its buttons and its form. Dragging is loaded when a handle is first touched. */
export function PictureList({ pictures, ...rest }: PictureListProps) {
  const words = useMediaWords();
  const { order, move } = useOrder(
    pictures.map(({ id }) => id),
    rest.action,
  );
  const [said, setSaid] = useState("");
  const drag = useDrag();
  const focused = useRef<string>(undefined);
  const list = useRef<HTMLOListElement>(null);

  const place = (id: string, to: number) => {
    const from = order.indexOf(id);
    const target = Math.min(Math.max(to, 0), order.length - 1);
    if (from === target || from < 0) return;
    focused.current = document.activeElement?.id;
    setSaid(words.order.moved(from + 1, target + 1));
    move(id, target);
  };
  // A line that moves in the document loses the focus of its button.
  useLayoutEffect(() => {
    const { current } = focused;
    if (!current || order.length === 0) return;
    focused.current = undefined;
    if (document.activeElement?.id !== current) document.getElementById(current)?.focus();
  }, [order]);

  const shown = order.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} aria-label={words.list} className="border-t border-rule">
        {shown.map((picture, index) => (
          <PictureRow
            key={picture.id}
            {...rest}
            picture={picture}
            place={index}
            count={shown.length}
            onPlace={(to) => place(picture.id, to)}
            grip={drag.grips[picture.id]}
            onTouch={drag.load}
          />
        ))}
      </ol>
      {drag.part?.({ order, onPlace: place, list, onGrips: drag.setGrips })}
    </>
  );
}

type Part = (props: DragSortProps) => ReactNode;

/** Loads dragging once. */
function useDrag() {
  const [part, setPart] = useState<Part>();
  const [grips, setGrips] = useState<Readonly<Record<string, Grip>>>({});
  const isAsked = useRef(false);
  const load = () => {
    if (isAsked.current) return;
    isAsked.current = true;
    import("./drag-sort.tsx").then(
      ({ DragSort }) => setPart(() => (props: DragSortProps) => <DragSort {...props} />),
      (error: unknown) => {
        // The buttons do the same.
        isAsked.current = false;
        console.error("Dragging is not available", error);
      },
    );
  };
  return { part, grips, setGrips, load };
}
