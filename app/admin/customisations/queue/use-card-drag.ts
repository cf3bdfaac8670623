import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { BoardColumn } from "#shop/production/customisations/queue/queue-view.ts";

/** Pixels that a mouse moves before a card is lifted, so that a press is no drag. */
const liftDistance = 5;

interface Lifted {
  readonly id: string;
  /** The only column that takes it; null: none. */
  readonly to: BoardColumn | null;
  /** The pointer is over that column. */
  readonly isOver: boolean;
}

interface Press {
  readonly id: string;
  readonly to: BoardColumn | null;
  readonly card: HTMLElement;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  isLifted: boolean;
}

/**
 * Drags a card with a mouse or a pen to the one column that takes it; elsewhere it goes back. A finger scrolls, and has the
 * card's button. Escape releases it.
 */
export function useCardDrag(onDrop: (id: string) => void) {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const press = useRef<Press | null>(null);

  const release = () => {
    press.current?.card.style.removeProperty("translate");
    press.current = null;
    setLifted(null);
  };
  const cancel = useRef(release);
  cancel.current = release;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && cancel.current();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  const isOver = (event: PointerEvent, to: BoardColumn | null) =>
    to !== null &&
    document
      .elementsFromPoint(event.clientX, event.clientY)
      .some((element) => element.getAttribute("data-column") === to);

  return {
    lifted,
    /** Handlers of a card. */
    grip: (id: string, to: BoardColumn | null) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const target = event.target instanceof Element ? event.target : null;
        if (event.button !== 0 || event.pointerType === "touch") return;
        if (target?.closest("a, button, input, label")) return;
        const { currentTarget: card, pointerId: pointer, clientX: x, clientY: y } = event;
        press.current = { id, to, card, pointer, x, y, isLifted: false };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const pressed = press.current;
        if (!pressed || pressed.pointer !== event.pointerId) return;
        const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
        if (!pressed.isLifted && Math.hypot(dx, dy) < liftDistance) return;
        if (!pressed.isLifted) pressed.card.setPointerCapture(pressed.pointer);
        pressed.isLifted = true;
        pressed.card.style.setProperty("translate", `${dx}px ${dy}px`);
        const over = isOver(event, to);
        if (lifted?.id !== id || lifted.isOver !== over) setLifted({ id, to, isOver: over });
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const pressed = press.current;
        if (!pressed || pressed.pointer !== event.pointerId) return;
        const isDropped = pressed.isLifted && isOver(event, to);
        release();
        if (isDropped) onDrop(id);
      },
      onPointerCancel: release,
      /** A picture would be dragged instead. */
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
    }),
  };
}
