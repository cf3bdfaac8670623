import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { boxMatrix } from "#shop/designs/document/box-matrix.ts";
import {
  type Box,
  identity,
  inverse,
  type Matrix,
  multiply,
  scaling,
} from "#shop/designs/document/geometry.ts";
import type { Gripped } from "#shop/designs/edit/chosen-layers.ts";
import { dragBox, type Grip, type Placement, type Point } from "#shop/designs/edit/drag-layer.ts";
import { boxAround, type SnapLines, type Snapped, snap } from "#shop/designs/edit/snap.ts";
import { snapResize } from "#shop/designs/edit/snap-resize.ts";
import {
  heldInside,
  middleOf,
  type Pinch,
  pinchedView,
  type View,
  type WholeSide,
} from "./side-view.ts";

/** Pixels that a pointer moves before a press becomes a drag. */
const slack = { mouse: 3, touch: 8 };
/** Pixels within which a line catches a layer, and within which it keeps it. */
const catches = 6;
const holds = 10;

export interface LiveDrag {
  readonly box: Placement;
  readonly snapped: Snapped | null;
}

interface DragOptions {
  whole: WholeSide;
  view: View;
  onView: (view: View) => void;
  pixelsPerMm: number;
  /** Holds the pictures of the chosen layers, which a drag moves, marked by `data-moves`. */
  held: RefObject<SVGGElement | null>;
  /** The chosen layer, or the box around the chosen ones. */
  gripped: Gripped | null;
  /** Corner of the chosen layers' area on the side. */
  offset: Point;
  snapLines: SnapLines;
  /** A point of the window in millimetres of the side. */
  toSide: (at: { clientX: number; clientY: number }) => Point;
  /** @returns what is chosen after a press there: of several chosen layers that it hits one, all of them */
  choose: (at: Point) => Gripped | null;
  /** The pointer was lifted where it was pressed. */
  onTap: (at: Point) => void;
  /** Chooses the layer there with those that are chosen, or leaves it out. @returns whether there is one */
  toggle: (at: Point) => boolean;
  /** Chooses all layers within a box of the side. */
  onMarquee: (box: Box) => void;
  onPlace: (box: Placement, kind: "move" | "resize" | "turn") => void;
}

interface Press {
  readonly grip: Grip | "pan" | "marquee";
  readonly pointer: number;
  readonly start: Point;
  readonly client: Point;
  readonly view: View;
  /** What is moved; null where the view is. */
  readonly gripped: Gripped | null;
  isDrag: boolean;
}

/**
 * Presses and drags of the board. A drag moves the finished pictures of the chosen layers and no others; the document changes once, when
 * the pointer is lifted. Escape and a second finger cancel.
 */
export function useDrag(options: DragOptions) {
  const [live, setLive] = useState<LiveDrag | null>(null);
  const [marquee, setMarquee] = useState<Box | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const press = useRef<Press | null>(null);
  const pinch = useRef<Pinch | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const last = useRef<LiveDrag | null>(null);

  const show = (next: LiveDrag | null) => {
    last.current = next;
    setLive(next);
    moveHeld(latest.current.held.current, press.current?.gripped ?? null, next?.box ?? null);
  };
  const cancel = () => {
    show(null);
    setMarquee(null);
    press.current = null;
  };
  const { gripped, held } = options;
  // The pictures have been drawn anew in their place.
  useLayoutEffect(() => {
    if (gripped && !press.current) moveHeld(held.current, null, null);
  }, [gripped, held]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !press.current?.isDrag) return;
      event.stopPropagation();
      moveHeld(latest.current.held.current, null, null);
      press.current = null;
      last.current = null;
      setLive(null);
      setMarquee(null);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const fingers = twoOf(pointers.current);
    if (fingers) {
      cancel();
      pinch.current ??= startPinch(fingers, latest.current);
      return;
    }
    const { toSide, view, choose, toggle, gripped } = latest.current;
    const at = toSide(event);
    const grip = gripAt(event.target);
    const isAdding = !grip && event.shiftKey;
    if (isAdding && toggle(at)) return;
    const chosen = grip || isAdding ? gripped : choose(at);
    // A finger moves the view, and so does a mouse where there is more than the view.
    const isMarquee = isAdding || (event.pointerType === "mouse" && view.zoom <= 1);
    press.current = {
      grip: grip ?? (chosen && !isAdding ? "move" : isMarquee ? "marquee" : "pan"),
      pointer: event.pointerId,
      start: at,
      view,
      gripped: chosen,
      isDrag: false,
      client: { x: event.clientX, y: event.clientY },
    };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch.current) {
      const fingers = twoOf(pointers.current);
      const { whole, onView } = latest.current;
      if (fingers) onView(pinchedView(whole, pinch.current, fingers));
      return;
    }
    const pressed = press.current;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    const { clientX, clientY } = event;
    const distance = Math.hypot(clientX - pressed.client.x, clientY - pressed.client.y);
    if (!pressed.isDrag && distance < (event.pointerType === "touch" ? slack.touch : slack.mouse))
      return;
    pressed.isDrag = true;
    const { whole, onView, pixelsPerMm, toSide } = latest.current;
    if (pressed.grip === "marquee") return setMarquee(boxBetween(pressed.start, toSide(event)));
    if (pressed.grip === "pan" || !pressed.gripped) {
      const { view, client } = pressed;
      const x = view.x - (clientX - client.x) / pixelsPerMm;
      const y = view.y - (clientY - client.y) / pixelsPerMm;
      onView(heldInside(whole, { zoom: view.zoom, x, y }));
      return;
    }
    show(dragged(pressed, pressed.grip, pressed.gripped, event, latest.current, last.current));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size < 2) pinch.current = null;
    const pressed = press.current;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    press.current = null;
    const box = last.current?.box;
    last.current = null;
    setLive(null);
    if (pressed.grip === "marquee") {
      setMarquee(null);
      const { toSide, onMarquee } = latest.current;
      if (pressed.isDrag) onMarquee(boxBetween(pressed.start, toSide(event)));
      return;
    }
    if (pressed.grip === "move" && !pressed.isDrag) latest.current.onTap(pressed.start);
    if (!box || pressed.grip === "pan") return;
    const kind = pressed.grip === "move" || pressed.grip === "turn" ? pressed.grip : "resize";
    latest.current.onPlace(box, kind);
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>) {
    pointers.current.delete(event.pointerId);
    pinch.current = null;
    cancel();
  }

  return {
    live,
    marquee,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}

function boxBetween(a: Point, b: Point): Box {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}

function gripAt(target: EventTarget): Grip | undefined {
  const found = target instanceof Element ? target.closest("[data-grip]") : null;
  return (found?.getAttribute("data-grip") as Grip | null) ?? undefined;
}

function dragged(
  { start }: Press,
  grip: Grip,
  gripped: Gripped,
  event: PointerEvent<HTMLElement>,
  { toSide, offset, snapLines, pixelsPerMm }: DragOptions,
  before: LiveDrag | null,
): LiveDrag {
  const inArea = ({ x, y }: Point) => ({ x: x - offset.x, y: y - offset.y });
  const isFree = gripped.kind === "shape" && !event.shiftKey;
  const { leastShare } = gripped;
  const from = inArea(start);
  const to = inArea(toSide(event));
  const options = {
    keepsProportions: !isFree,
    leastShare,
    fromMiddle: event.altKey,
    inSteps: event.shiftKey,
  };
  const reach = {
    catches: catches / pixelsPerMm,
    holds: holds / pixelsPerMm,
    held: before?.snapped ?? undefined,
  };
  const isLoose = event.ctrlKey || event.metaKey;
  if (grip !== "move" && grip !== "turn" && !isLoose)
    return snapResize(gripped, grip, from, to, options, snapLines, reach);
  const box = dragBox(gripped, grip, from, to, options);
  if (grip === "turn" || isLoose) return { box, snapped: null };
  const snapped = snap(boxAround(box), snapLines, reach.catches, reach.holds, reach.held);
  return { box: { ...box, x: box.x + snapped.dx, y: box.y + snapped.dy }, snapped };
}

/** Moves the drawn layers to another box without drawing them anew; null: back to where they were drawn. */
function moveHeld(
  element: SVGGElement | null,
  gripped: Gripped | null,
  box: Placement | null,
): void {
  const matrix = box && gripped ? heldMatrix(gripped, box) : null;
  for (const moved of element?.querySelectorAll(":scope > [data-moves]") ?? []) {
    if (matrix) moved.setAttribute("transform", `matrix(${matrix.join(" ")})`);
    else moved.removeAttribute("transform");
  }
}

function heldMatrix(gripped: Gripped, box: Placement): Matrix {
  const { kind, w, h, flip } = gripped;
  // Lines break anew when the pointer is lifted; until then only the box shows the width.
  if (kind === "text" && box.w !== w && box.h === h) return identity;
  const grown = scaling(box.w / w, box.h / h);
  const to = multiply(boxMatrix({ ...box, flip }), grown);
  return multiply(to, inverse(boxMatrix(gripped)));
}

function startPinch(fingers: Pinch["fingers"], { view, toSide, pixelsPerMm }: DragOptions): Pinch {
  const { x, y } = middleOf(fingers);
  return { fingers, view, pixelsPerMm, middle: toSide({ clientX: x, clientY: y }) };
}

function twoOf(pointers: ReadonlyMap<number, Point>): Pinch["fingers"] | null {
  const [first, second] = pointers.values();
  return first && second ? [first, second] : null;
}
