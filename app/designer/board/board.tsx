import { useId, useMemo, useRef, useState } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { IconButton } from "#app/ui/button.tsx";
import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import type { Box } from "#shop/designs/document/geometry.ts";
import type { SpecSide } from "#shop/designs/document/print-spec.ts";
import type { DisplaySide } from "#shop/designs/draw/display-list.ts";
import type { Gripped } from "#shop/designs/edit/chosen-layers.ts";
import type { Placement, Point } from "#shop/designs/edit/drag-layer.ts";
import { findLayer, layersAt } from "#shop/designs/edit/edit-layers.ts";
import { boxAround, snapLinesOf } from "#shop/designs/edit/snap.ts";
import { ToolButton } from "../tool-button.tsx";
import { AreaLines } from "./area-lines.tsx";
import { Around } from "./around.tsx";
import { DrawnItems } from "./drawn-items.tsx";
import { Guides } from "./guides.tsx";
import { Handles } from "./handles.tsx";
import { hitLayer, idsTouching } from "./hit-layer.ts";
import { Marquee, Outline } from "./outlines.tsx";
import { Rulers } from "./rulers.tsx";
import { partsOf } from "./sheet-parts.ts";
import { boxOfView, heldInside, viewOf, wholeSide, zoomedAt } from "./side-view.ts";
import { SlotFrames } from "./slot-frames.tsx";
import { useBoardSize, useWheel } from "./use-board.ts";
import { useDrag } from "./use-drag.ts";
import { type WaitingPicture, WaitingPictureFrame } from "./waiting-picture.tsx";

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
  /** A picture that the server has not checked yet. */
  waiting: WaitingPicture | null;
  onSelect: (layer: string | null) => void;
  onToggle: (layer: string) => void;
  onMark: (layers: readonly string[]) => void;
  onPlace: (box: Placement, kind: "move" | "resize" | "turn") => void;
  /** On a wide screen something lies in the lower left corner. */
  hasCorner: boolean;
  /** A text, or a group that may hold one, was pressed twice. */
  onEdit: () => void;
}

/** Pixels by which a finger may miss a thin layer. */
const fingerReach = 12;
const zoomStep = 1.5;
/** Width for its height from which a side stays above what is in the corner. */
const flat = 2.2;
/** Of an area, seen from itself. */
const origin: Point = { x: 0, y: 0 };

/**
 * The picture of one side, and what a pointer does with it. Three sheets lie on each other: what is below the chosen layers,
 * the layers with what lies between them, and what is above, so that a drag moves one sheet.
 */
export function Board({ document, side, drawn, chosen, gripped, ...props }: BoardProps) {
  const { body, pictureHref, waiting, hasCorner, onSelect, onToggle, onMark, onPlace, onEdit } =
    props;
  const words = useDesignerWords();
  const ids = useId();
  const frame = useRef<HTMLElement>(null);
  const sheets = useRef<HTMLDivElement>(null);
  const held = useRef<SVGGElement>(null);
  const whole = useMemo(() => wholeSide(side, boxesOf(document, side)), [document, side]);
  const [view, setView] = useState(() => viewOf(whole));
  const box = useMemo(() => boxOfView(whole, view), [whole, view]);
  const { pixelsPerMm, above, below } = useBoardSize(sheets, box);
  const place = findLayer(document, chosen[0]?.id ?? null)?.place;
  const area = side.areas.find(({ id }) => id === place?.area) ?? side.areas[0];
  const offset = useMemo(() => ({ x: area?.x ?? 0, y: area?.y ?? 0 }), [area]);
  const snapLines = useMemo(() => {
    if (!area) return { x: [], y: [] };
    const others = layersAt(document, { side: side.id, area: area.id });
    return snapLinesOf(area, others.filter((one) => !chosen.includes(one)).map(boxAround));
  }, [area, document, chosen, side]);

  const toSide = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const rect = sheets.current?.getBoundingClientRect();
    if (!rect) return { x: 0, y: 0 };
    return {
      x: box.x + box.w / 2 + (clientX - rect.left - rect.width / 2) / pixelsPerMm,
      y: box.y + box.h / 2 + (clientY - rect.top - rect.height / 2) / pixelsPerMm,
    };
  };
  const hitAt = (at: Point): Layer | null => {
    for (const { id, x, y, w, wrap } of side.areas.toReversed()) {
      const layers = layersAt(document, { side: side.id, area: id });
      const reach = fingerReach / pixelsPerMm;
      for (const turn of wrap ? [0, w, -w] : [0]) {
        const hit = hitLayer(layers, chosen, { x: at.x - x + turn, y: at.y - y }, reach);
        if (hit) return hit;
      }
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
    whole,
    view,
    onView: setView,
    pixelsPerMm,
    held,
    gripped,
    offset,
    snapLines,
    toSide,
    choose,
    toggle,
    onPlace,
    // A press on a chosen layer may begin a drag, of all that are chosen; where it does not, it means that one and its panel.
    onTap: (at) => onSelect(hitAt(at)?.id ?? null),
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
  const sheet = { viewBox, className: "absolute inset-0 size-full overflow-visible" };
  const middle = box.y + box.h / 2;
  const zoomTo = (zoom: number) => {
    // On the way from one to the other, the whole side comes once.
    const isPassed = (view.zoom - 1) * (zoom - 1) < 0;
    setView(zoomedAt(whole, view, isPassed ? 1 : zoom, view));
  };
  return (
    <section
      ref={frame}
      aria-label={words.board}
      className="relative min-h-0 grow touch-none overflow-hidden bg-paper select-none"
      {...handlers}
      onDoubleClick={() => (only?.kind === "text" || only?.kind === "group") && onEdit()}
    >
      {/* The margin is for the handles of what fills an area, and below it for the buttons. Rulers need the middle. */}
      <div
        ref={sheets}
        className={`pointer-events-none absolute inset-x-6 top-[min(1.5rem,8%)] bottom-[min(4.625rem,25%)] md:inset-x-12 md:inset-y-[min(4.625rem,20%)] ${hasCorner && whole.w < flat * whole.h ? "xl:inset-x-42" : ""}`}
      >
        <svg {...sheet} aria-hidden="true">
          {drawn.areas.map((area) => {
            const at = cornerOf(side, area.id);
            return (
              <g key={area.id} transform={`translate(${at.x} ${at.y})`}>
                <Around id={`${ids}below-${area.id}`} by={roundOf(side, area.id)}>
                  <rect
                    x={-area.bleed}
                    y={-area.bleed}
                    width={area.w + 2 * area.bleed}
                    height={area.h + 2 * area.bleed}
                    fill={body}
                  />
                  <DrawnItems items={parts.get(area.id)?.below ?? []} pictureHref={pictureHref} />
                </Around>
              </g>
            );
          })}
        </svg>
        <svg {...sheet} aria-hidden="true" data-held>
          <g transform={`translate(${offset.x} ${offset.y})`}>
            <Around id={`${ids}held`} by={roundOf(side, area?.id)}>
              <g ref={held}>
                {parts.get(area?.id ?? "")?.held.map(({ moves, items }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a run of items is its place
                  <g key={index} data-moves={moves ? "" : undefined}>
                    <DrawnItems items={items} pictureHref={pictureHref} />
                  </g>
                ))}
                <g data-moves="">
                  <SlotFrames layers={chosen} at={origin} />
                </g>
              </g>
            </Around>
          </g>
        </svg>
        <svg {...sheet} aria-hidden="true">
          {drawn.areas.map((area) => {
            const at = cornerOf(side, area.id);
            return (
              <g key={area.id} transform={`translate(${at.x} ${at.y})`}>
                <Around id={`${ids}above-${area.id}`} by={roundOf(side, area.id)}>
                  <DrawnItems items={parts.get(area.id)?.above ?? []} pictureHref={pictureHref} />
                </Around>
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
          {waiting ? <WaitingPictureFrame picture={waiting} /> : null}
          {drawn.areas.map((area) => (
            <AreaLines
              key={area.id}
              area={area}
              around={box}
              at={cornerOf(side, area.id)}
              wraps={roundOf(side, area.id) !== null}
            />
          ))}
          {live?.snapped && area ? (
            <Guides snapped={live.snapped} offset={offset} area={area} pixelsPerMm={pixelsPerMm} />
          ) : null}
          {chosen.length > 1 && !live
            ? chosen.map((layer) => <Outline key={layer.id} layer={layer} offset={offset} />)
            : null}
          {marquee ? <Marquee box={marquee} /> : null}
          {gripped ? (
            <Handles
              gripped={gripped}
              offset={offset}
              pixelsPerMm={pixelsPerMm}
              box={live?.box ?? gripped}
              edges={[middle - above / pixelsPerMm, middle + below / pixelsPerMm]}
            />
          ) : null}
        </svg>
      </div>
      <Rulers box={box} pixelsPerMm={pixelsPerMm} origin={offset} />
      <div
        className="absolute right-2 bottom-2 flex border border-rule bg-card"
        onPointerDown={(event) => event.stopPropagation()}
      >
        {view.zoom === 1 ? null : (
          <button
            type="button"
            className="min-h-11 border-r border-rule px-3 text-sm hover:text-carbon"
            onClick={() => setView(viewOf(whole))}
          >
            {words.actions.fit}
          </button>
        )}
        <IconButton
          icon="zoom-in"
          label={words.actions.zoomIn}
          onClick={() => zoomTo(view.zoom * zoomStep)}
        />
        <ToolButton
          icon="zoom-out"
          label={words.actions.zoomOut}
          disabled={view.zoom <= whole.leastZoom}
          onClick={() => zoomTo(view.zoom / zoomStep)}
        />
      </div>
    </section>
  );
}

/** The boxes around a side's layers, in its millimetres. */
function boxesOf(document: DesignDocument, side: SpecSide): Box[] {
  return side.areas.flatMap(({ id, x, y }) =>
    layersAt(document, { side: side.id, area: id }).map((layer) =>
      boxAround({ ...layer, x: layer.x + x, y: layer.y + y }),
    ),
  );
}

function cornerOf(side: SpecSide, areaId: string): Point {
  const area = side.areas.find(({ id }) => id === areaId);
  return { x: area?.x ?? 0, y: area?.y ?? 0 };
}

/** Once round an area that wraps, in millimetres; null: it has ends. */
function roundOf(side: SpecSide, areaId: string | undefined): number | null {
  const area = side.areas.find(({ id }) => id === areaId);
  return area?.wrap ? area.w : null;
}
