import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { IconButton } from "#app/ui/button.tsx";
import type { DisplayArea, DisplayItem, DisplaySide } from "#shop/designs/display-list.ts";
import type { DesignDocument, Layer } from "#shop/designs/document.ts";
import type { Gripped } from "#shop/designs/edit/chosen-layers.ts";
import type { Placement, Point } from "#shop/designs/edit/drag-layer.ts";
import { findLayer, layersAt } from "#shop/designs/edit/edit-layers.ts";
import { boxAround, snapLinesOf } from "#shop/designs/edit/snap.ts";
import type { SpecSide } from "#shop/designs/print-spec.ts";
import { ToolButton } from "../tool-button.tsx";
import { AreaLines } from "./area-lines.tsx";
import { DrawnItems } from "./drawn-items.tsx";
import { Guides } from "./guides.tsx";
import { Handles } from "./handles.tsx";
import { hitLayer, idsTouching } from "./hit-layer.ts";
import { Marquee, Outline } from "./outlines.tsx";
import { Rulers } from "./rulers.tsx";
import { boxOfView, heldInside, type ViewBox, viewOf, wholeSide, zoomedAt } from "./side-view.ts";
import { SlotFrames } from "./slot-frames.tsx";
import { useDrag } from "./use-drag.ts";

interface BoardProps {
  document: DesignDocument;
  side: SpecSide;
  drawn: DisplaySide;
  /** All chosen layers, in drawing order. */
  chosen: readonly Layer[];
  /** What is moved: the one chosen layer, or the box around several. */
  gripped: Gripped | null;
  /** Colour of the goods below the print. */
  body: string;
  pictureHref: (asset: string) => string;
  onSelect: (layer: string | null) => void;
  onToggle: (layer: string) => void;
  onMark: (layers: readonly string[]) => void;
  onPlace: (box: Placement, kind: "move" | "resize" | "turn") => void;
  /** A text, or a group that may hold one, was pressed twice. */
  onEdit: () => void;
}

/** Pixels by which a finger may miss a thin layer. */
const fingerReach = 12;
const zoomStep = 1.5;
/** Of an area, seen from itself. */
const origin: Point = { x: 0, y: 0 };

/**
 * The picture of one side, and what a pointer does with it. Three sheets lie on each other: what is below the chosen layers,
 * the layers with what lies between them, and what is above, so that a drag moves one sheet.
 */
export function Board({ document, side, drawn, chosen, gripped, ...props }: BoardProps) {
  const { body, pictureHref, onSelect, onToggle, onMark, onPlace, onEdit } = props;
  const words = useDesignerWords();
  const frame = useRef<HTMLElement>(null);
  const held = useRef<SVGGElement>(null);
  const whole = useMemo(() => wholeSide(side), [side]);
  const [view, setView] = useState(() => viewOf(whole));
  const box = boxOfView(whole, view);
  const pixelsPerMm = usePixelsPerMm(frame, box);
  const place = findLayer(document, chosen[0]?.id ?? null)?.place;
  const area = side.areas.find(({ id }) => id === place?.area) ?? side.areas[0];
  const offset = { x: area?.x ?? 0, y: area?.y ?? 0 };
  const snapLines = useMemo(() => {
    if (!area) return { x: [], y: [] };
    const others = layersAt(document, { side: side.id, area: area.id });
    return snapLinesOf(area, others.filter((one) => !chosen.includes(one)).map(boxAround));
  }, [area, document, chosen, side]);

  const toSide = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const rect = frame.current?.getBoundingClientRect();
    if (!rect) return { x: 0, y: 0 };
    return {
      x: box.x + box.w / 2 + (clientX - rect.left - rect.width / 2) / pixelsPerMm,
      y: box.y + box.h / 2 + (clientY - rect.top - rect.height / 2) / pixelsPerMm,
    };
  };
  const hitAt = (at: Point): Layer | null => {
    for (const { id, x, y } of side.areas.toReversed()) {
      const layers = layersAt(document, { side: side.id, area: id });
      const reach = fingerReach / pixelsPerMm;
      const hit = hitLayer(layers, chosen, { x: at.x - x, y: at.y - y }, reach);
      if (hit) return hit;
    }
    return null;
  };
  const choose = (at: Point): Gripped | null => {
    const hit = hitAt(at);
    if (hit && chosen.includes(hit)) return gripped;
    onSelect(hit?.id ?? null);
    return hit;
  };
  const toggle = (at: Point): boolean => {
    const hit = hitAt(at);
    if (hit) onToggle(hit.id);
    return hit !== null;
  };
  const { live, marquee, handlers } = useDrag({
    ...{ whole, view, onView: setView, pixelsPerMm, held, gripped, offset, snapLines },
    ...{ toSide, choose, toggle, onPlace },
    // A press on one of several chosen layers may begin a drag of all; where it does not, it means that one.
    onTap: (at) => chosen.length > 1 && onSelect(hitAt(at)?.id ?? null),
    onMarquee: (within) => onMark(idsTouching(document, side, within)),
  });
  useWheel(frame, (event) => {
    if (event.ctrlKey || event.metaKey)
      setView(zoomedAt(whole, view, view.zoom * Math.exp(-event.deltaY / 300), toSide(event)));
    else
      setView(
        heldInside(whole, {
          ...view,
          x: view.x + event.deltaX / pixelsPerMm,
          y: view.y + event.deltaY / pixelsPerMm,
        }),
      );
  });

  const parts = partsOf(drawn, place?.area, chosen);
  const [only] = chosen.length === 1 ? chosen : [];
  const isNotChosen = (layer: Layer) => !chosen.includes(layer);
  const viewBox = `${box.x} ${box.y} ${box.w} ${box.h}`;
  const sheet = { viewBox, className: "pointer-events-none absolute inset-0 size-full" };
  const zoomTo = (zoom: number) => setView(zoomedAt(whole, view, zoom, view));
  return (
    <section
      ref={frame}
      aria-label={words.board}
      className="relative min-h-0 grow touch-none overflow-hidden bg-paper select-none"
      {...handlers}
      onDoubleClick={() => (only?.kind === "text" || only?.kind === "group") && onEdit()}
    >
      <svg {...sheet} aria-hidden="true">
        {drawn.areas.map((area) => {
          const at = cornerOf(side, area.id);
          return (
            <g key={area.id} transform={`translate(${at.x} ${at.y})`}>
              <rect
                x={-area.bleed}
                y={-area.bleed}
                width={area.w + 2 * area.bleed}
                height={area.h + 2 * area.bleed}
                fill={body}
              />
              <DrawnItems items={parts.get(area.id)?.below ?? []} pictureHref={pictureHref} />
            </g>
          );
        })}
      </svg>
      <svg {...sheet} aria-hidden="true" data-held>
        <g transform={`translate(${offset.x} ${offset.y})`}>
          <g ref={held}>
            {parts.get(area?.id ?? "")?.held.map(({ moves, items }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a run of items is its place
              <g key={index} data-moves={moves ? "" : undefined}>
                <DrawnItems {...{ items, pictureHref }} />
              </g>
            ))}
            <g data-moves="">
              <SlotFrames layers={chosen} at={origin} />
            </g>
          </g>
        </g>
      </svg>
      <svg {...sheet} aria-hidden="true">
        {drawn.areas.map((area) => {
          const at = cornerOf(side, area.id);
          return (
            <g key={area.id} transform={`translate(${at.x} ${at.y})`}>
              <DrawnItems items={parts.get(area.id)?.above ?? []} pictureHref={pictureHref} />
            </g>
          );
        })}
        {side.areas.map(({ id, x, y }) => (
          <SlotFrames
            key={id}
            layers={layersAt(document, { side: side.id, area: id }).filter(isNotChosen)}
            at={{ x, y }}
          />
        ))}
        {drawn.areas.map((area) => (
          <AreaLines key={area.id} area={area} at={cornerOf(side, area.id)} around={box} />
        ))}
        {live?.snapped && area ? (
          <Guides snapped={live.snapped} {...{ offset, area, pixelsPerMm }} />
        ) : null}
        {chosen.length > 1 && !live
          ? chosen.map((layer) => <Outline key={layer.id} {...{ layer, offset }} />)
          : null}
        {marquee ? <Marquee box={marquee} /> : null}
        {gripped ? (
          <Handles {...{ gripped, offset, pixelsPerMm }} box={live?.box ?? gripped} />
        ) : null}
      </svg>
      <Rulers {...{ box, pixelsPerMm }} origin={offset} />
      <div
        className="absolute right-2 bottom-2 flex border border-rule bg-card"
        onPointerDown={(event) => event.stopPropagation()}
      >
        <IconButton
          icon="zoom-in"
          label={words.actions.zoomIn}
          onClick={() => zoomTo(view.zoom * zoomStep)}
        />
        <ToolButton
          icon="zoom-out"
          label={words.actions.zoomOut}
          disabled={view.zoom === 1}
          onClick={() => zoomTo(view.zoom / zoomStep)}
        />
      </div>
    </section>
  );
}

function cornerOf(side: SpecSide, areaId: string): Point {
  const area = side.areas.find(({ id }) => id === areaId);
  return { x: area?.x ?? 0, y: area?.y ?? 0 };
}

interface Parts {
  readonly below: readonly DisplayItem[];
  /** From the lowest chosen layer to the uppermost: runs of items that a drag moves, and of those that stay between them. */
  readonly held: readonly { readonly moves: boolean; readonly items: readonly DisplayItem[] }[];
  readonly above: readonly DisplayItem[];
}

/** Each area's items around the chosen layers. */
function partsOf(
  { areas }: DisplaySide,
  chosenIn: string | undefined,
  chosen: readonly Layer[],
): Map<string, Parts> {
  const ids = new Set(chosen.flatMap((layer) => [...idsWithin(layer)]));
  return new Map(
    areas.map(({ id, items }: DisplayArea): [string, Parts] => {
      const first = id === chosenIn ? items.findIndex((item) => ids.has(item.layer)) : -1;
      if (first < 0) return [id, { below: items, held: [], above: [] }];
      const last = items.findLastIndex((item) => ids.has(item.layer));
      const held: { moves: boolean; items: DisplayItem[] }[] = [];
      for (const item of items.slice(first, last + 1)) {
        const moves = ids.has(item.layer);
        const run = held.at(-1);
        if (run?.moves === moves) run.items.push(item);
        else held.push({ moves, items: [item] });
      }
      return [id, { below: items.slice(0, first), held, above: items.slice(last + 1) }];
    }),
  );
}

function idsWithin(layer: Layer): Set<string> {
  const inner = layer.kind === "group" ? layer.layers.flatMap((one) => [...idsWithin(one)]) : [];
  return new Set([layer.id, ...inner]);
}

/** Pixels that a millimetre is wide; 1 until the board has been laid out. */
function usePixelsPerMm(frame: RefObject<HTMLElement | null>, { w, h }: ViewBox): number {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size && size.width > 0 && size.height > 0 ? Math.min(size.width / w, size.height / h) : 1;
}

/** React's own listener cannot keep the page from zooming. */
function useWheel(
  frame: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const latest = useRef(onWheel);
  latest.current = onWheel;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const listener = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(event);
    };
    element.addEventListener("wheel", listener, { passive: false });
    return () => element.removeEventListener("wheel", listener);
  }, [frame]);
}
