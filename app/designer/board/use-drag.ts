import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Layer } from "#shop/designs/document.ts";
import { boxMatrix } from "#shop/designs/draw-document.ts";
import { dragBox, type Grip, type Placement, type Point } from "#shop/designs/edit/drag-layer.ts";
import { boxAround, type SnapLines, type Snapped, snap } from "#shop/designs/edit/snap.ts";
import { type Box, inverse, multiply, scaling } from "#shop/designs/geometry.ts";
import { heldInside, type View, type ViewBox, zoomedAt } from "./side-view.ts";

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
  whole: ViewBox;
  view: View;
  onView: (view: View) => void;
  pixelsPerMm: number;
  /** The element of the chosen layer, which a drag moves. */
  held: RefObject<SVGGElement | null>;
  layer: Layer | null;
  /** Corner of the chosen layer's area on the side. */
  offset: Point;
  snapLines: SnapLines;
  /** A point of the window in millimetres of the side. */
  toSide: (at: { clientX: number; clientY: number }) => Point;
  /** @returns the layer that is chosen by the press */
  choose: (at: Point) => Layer | null;
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
  /** Of the pressed layer; null where the view is moved. */
  readonly layer: Layer | null;
  isDrag: boolean;
}

interface Pinch {
  readonly distance: number;
  readonly view: View;
  readonly middle: Point;
}

/**
 * Presses and drags of the board. A drag moves the finished picture of its layer and no other; the document changes once, when
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
    moveHeld(latest.current.held.current, press.current?.layer ?? null, next?.box ?? null);
  };
  const cancel = () => {
    show(null);
    setMarquee(null);
    press.current = null;
  };
  const { layer, held } = options;
  // The picture has been drawn anew in its place.
  useLayoutEffect(() => {
    if (layer && !press.current) held.current?.removeAttribute("transform");
  }, [layer, held]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !press.current?.isDrag) return;
      event.stopPropagation();
      moveHeld(latest.current.held.current, press.current.layer, null);
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
    if (pointers.current.size === 2) {
      cancel();
      pinch.current = startPinch([...pointers.current.values()], latest.current);
      return;
    }
    const { toSide, view, choose, toggle, layer } = latest.current;
    const at = toSide(event);
    const grip = gripAt(event.target);
    const isAdding = !grip && event.shiftKey;
    if (isAdding && toggle(at)) return;
    const chosen = grip || isAdding ? layer : choose(at);
    // A finger moves the view, and so does a mouse where there is more than the view.
    const isMarquee = isAdding || (event.pointerType === "mouse" && view.zoom === 1);
    press.current = {
      grip: grip ?? (chosen && !isAdding ? "move" : isMarquee ? "marquee" : "pan"),
      ...{ pointer: event.pointerId, start: at, view, layer: chosen, isDrag: false },
      client: { x: event.clientX, y: event.clientY },
    };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!pointers.current.has(event.pointerId)) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch.current)
      return movePinch([...pointers.current.values()], pinch.current, latest.current);
    const pressed = press.current;
    if (!pressed || pressed.pointer !== event.pointerId) return;
    const { clientX, clientY } = event;
    const distance = Math.hypot(clientX - pressed.client.x, clientY - pressed.client.y);
    if (!pressed.isDrag && distance < (event.pointerType === "touch" ? slack.touch : slack.mouse))
      return;
    pressed.isDrag = true;
    const { whole, onView, pixelsPerMm, toSide } = latest.current;
    if (pressed.grip === "marquee") return setMarquee(boxBetween(pressed.start, toSide(event)));
    if (pressed.grip === "pan" || !pressed.layer) {
      const { view, client } = pressed;
      const x = view.x - (clientX - client.x) / pixelsPerMm;
      const y = view.y - (clientY - client.y) / pixelsPerMm;
      onView(heldInside(whole, { zoom: view.zoom, x, y }));
      return;
    }
    show(dragged(pressed, pressed.grip, pressed.layer, event, latest.current, last.current));
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
  layer: Layer,
  event: PointerEvent<HTMLElement>,
  { toSide, offset, snapLines, pixelsPerMm }: DragOptions,
  before: LiveDrag | null,
): LiveDrag {
  const inArea = ({ x, y }: Point) => ({ x: x - offset.x, y: y - offset.y });
  const isFree = layer.kind === "shape" ? !event.shiftKey : false;
  const box = dragBox(layer, grip, inArea(start), inArea(toSide(event)), {
    keepsProportions: !isFree,
    fromMiddle: event.altKey,
    inSteps: event.shiftKey,
  });
  if (grip !== "move" || event.ctrlKey || event.metaKey) return { box, snapped: null };
  const snapped = snap(
    boxAround(box),
    snapLines,
    catches / pixelsPerMm,
    holds / pixelsPerMm,
    before?.snapped ?? undefined,
  );
  return { box: { ...box, x: box.x + snapped.dx, y: box.y + snapped.dy }, snapped };
}

/** Moves the drawn layer to another box without drawing it anew; null: back to where it was drawn. */
function moveHeld(element: SVGGElement | null, layer: Layer | null, box: Placement | null): void {
  if (!element) return;
  if (!box || !layer) {
    element.removeAttribute("transform");
    return;
  }
  // Lines break anew when the pointer is lifted; until then only the box shows the width.
  const isRewrapped = layer.kind === "text" && box.w !== layer.w && box.h === layer.h;
  if (isRewrapped) return;
  const grown = scaling(box.w / layer.w, box.h / layer.h);
  const to = multiply(boxMatrix({ ...layer, ...box }), grown);
  const matrix = multiply(to, inverse(boxMatrix(layer)));
  element.setAttribute("transform", `matrix(${matrix.join(" ")})`);
}

function startPinch([first, second]: readonly Point[], options: DragOptions): Pinch | null {
  if (!first || !second) return null;
  const middle = { clientX: (first.x + second.x) / 2, clientY: (first.y + second.y) / 2 };
  return {
    distance: Math.hypot(second.x - first.x, second.y - first.y),
    view: options.view,
    middle: options.toSide(middle),
  };
}

function movePinch(
  [first, second]: readonly Point[],
  { distance, view, middle }: Pinch,
  { whole, onView }: DragOptions,
): void {
  if (!first || !second || distance === 0) return;
  const now = Math.hypot(second.x - first.x, second.y - first.y);
  onView(zoomedAt(whole, view, (view.zoom * now) / distance, middle));
}
