import { clipLibrary } from "#shop/designs/clips/library.ts";
import { boxMatrix } from "#shop/designs/document/box-matrix.ts";
import type { ClipArt, ClipLibrary } from "#shop/designs/document/clip-art.ts";
import type {
  ClipLayer,
  DesignDocument,
  ImageLayer,
  Layer,
  ShapeLayer,
  TextLayer,
} from "#shop/designs/document/document.ts";
import { maxDrawnLetters } from "#shop/designs/document/document-limits.ts";
import {
  fine,
  identity,
  type Matrix,
  multiply,
  rounded,
  scaling,
} from "#shop/designs/document/geometry.ts";
import { fromPath, type Outline, toPath, transform } from "#shop/designs/document/outline.ts";
import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import {
  ellipse,
  heart,
  line,
  polygon,
  roundedRectangle,
  star,
} from "#shop/designs/document/shapes.ts";
import { type LayoutProblem, layOutText } from "#shop/designs/text/lay-out-text.ts";
import type { FontLibrary } from "#shop/designs/text/typeface.ts";
import type {
  DisplayArea,
  DisplayItem,
  DisplayList,
  DisplayPath,
  DisplayPicture,
} from "./display-list.ts";
import { aroundSeam } from "./seam.ts";

export interface DrawInput {
  readonly document: DesignDocument;
  readonly spec: PrintSpec;
  /** Values of the document's fields by field id. */
  readonly values?: Readonly<Record<string, string>>;
  readonly fonts: FontLibrary;
  /** Absent: the clip art of the shop. */
  readonly clips?: ClipLibrary;
}

export type DrawProblemCode =
  | LayoutProblem["code"]
  | "too_many_letters"
  | "font_unknown"
  | "clip_unknown"
  | "side_unknown"
  | "area_unknown";

/** Why a layer is not in the display list, or not as it was asked. */
export interface DrawProblem {
  readonly code: DrawProblemCode | "arc_straightened";
  readonly side: string;
  readonly area?: string;
  readonly layer?: string;
  readonly letter?: string;
  /** Millimetres that a text needs. */
  readonly width?: number;
}

export interface Drawing {
  readonly list: DisplayList;
  /** A layer with a problem other than `arc_straightened` is not drawn. */
  readonly problems: readonly DrawProblem[];
}

/** Pure: the same input gives the same display list, byte for byte, in browser and server. */
export function drawDocument(input: DrawInput): Drawing {
  const { document, spec } = input;
  const problems: DrawProblem[] = [];
  const letters = countDrawnLetters();
  for (const side of document.sides) {
    const known = spec.sides.find(({ id }) => id === side.id);
    if (!known) problems.push({ code: "side_unknown", side: side.id });
    for (const area of side.areas)
      if (known && !known.areas.some(({ id }) => id === area.id))
        problems.push({ code: "area_unknown", side: side.id, area: area.id });
  }
  const sides = spec.sides.map(({ id, areas }) => ({
    id,
    areas: areas.map((area) => {
      const layers = document.sides
        .find((side) => side.id === id)
        ?.areas.find((drawn) => drawn.id === area.id)?.layers;
      const pen = createPen(input, area, letters, (problem) =>
        problems.push({ ...problem, side: id, area: area.id }),
      );
      const items = pen(layers ?? [], identity);
      return displayArea(area, area.wrap ? aroundSeam(items, area) : items);
    }),
  }));
  return { list: { v: 1, process: spec.process, sides }, problems };
}

function displayArea(area: SpecArea, items: readonly DisplayItem[]): DisplayArea {
  const { id, w, h, bleed, safe, holes, mirror, dpi } = area;
  const trim = toPath(trimOf(area));
  return { id, w, h, bleed, safe, trim, holes, mirror, dpi: dpi.target, items };
}

/** The trim line of an area, from its corner. */
export function trimOf({ shape, path, w, h }: SpecArea): Outline {
  if (shape === "ellipse") return ellipse(w, h);
  if (shape === "path" && path !== undefined) return fromPath(path);
  return roundedRectangle(w, h, 0);
}

type Pen = (layers: readonly Layer[], matrix: Matrix) => DisplayItem[];

/** Whether one more text of so many letters is drawn: none that would exceed the limit of the design. */
type LetterCounter = (letters: number) => boolean;

function countDrawnLetters(): LetterCounter {
  let left = maxDrawnLetters;
  return (letters) => {
    if (letters > left) return false;
    left -= letters;
    return true;
  };
}

function createPen(
  input: DrawInput,
  area: SpecArea,
  hasRoomFor: LetterCounter,
  report: (problem: Omit<DrawProblem, "side" | "area">) => void,
): Pen {
  const { document, values = {}, fonts, clips = clipLibrary } = input;

  function drawLayers(layers: readonly Layer[], matrix: Matrix): DisplayItem[] {
    return layers.flatMap((layer) => (layer.hidden ? [] : draw(layer, matrix)));
  }

  function draw(layer: Layer, outer: Matrix): DisplayItem[] {
    const matrix = multiply(outer, boxMatrix(layer));
    if (layer.kind === "group") return drawGroup(layer.id, layer.opacity, layer.layers, matrix);
    if (layer.kind === "text") return drawText(layer, matrix);
    if (layer.kind === "image") return [drawPicture(document, layer, matrix)];
    if (layer.kind === "slot") return [];
    if (layer.kind === "shape") return [paint(layer, shapeOutline(layer), matrix)];
    const art = clips.get(layer.clip);
    if (art) return drawClip(layer, art, matrix);
    report({ code: "clip_unknown", layer: layer.id });
    return [];
  }

  function drawGroup(id: string, opacity: number, layers: readonly Layer[], matrix: Matrix) {
    const items = drawLayers(layers, matrix);
    if (opacity === 1 || items.length === 0) return items;
    return [{ kind: "group" as const, layer: id, opacity, items }];
  }

  function drawText(layer: TextLayer, matrix: Matrix): DisplayItem[] {
    const typeface = fonts.get(document.fonts[layer.font] ?? "");
    if (!typeface) {
      report({ code: "font_unknown", layer: layer.id });
      return [];
    }
    const given = layer.field === undefined ? undefined : values[layer.field];
    const text = (given ?? layer.text).normalize("NFC").trim();
    if (!hasRoomFor(text.length)) {
      report({ code: "too_many_letters", layer: layer.id });
      return [];
    }
    const block = layOutText(text, layer, typeface, area.minText);
    if (!block.ok) {
      report({ ...block.problem, layer: layer.id });
      return [];
    }
    if (block.value.isStraightened) report({ code: "arc_straightened", layer: layer.id });
    const { outline, lines, size } = block.value;
    const words = { text: lines.join("\n"), size };
    return [paint({ ...layer, fill: layer.colour }, outline, matrix, words)];
  }

  return drawLayers;
}

function paint(
  layer: { id: string; opacity: number } & Pick<ShapeLayer, "fill" | "stroke">,
  outline: Outline,
  matrix: Matrix,
  words?: { text: string; size: number },
): DisplayPath {
  const { id, fill, stroke, opacity } = layer;
  return {
    kind: "path",
    layer: id,
    ...words,
    path: toPath(transform(outline, matrix)),
    ...(fill === undefined ? {} : { fill }),
    ...(stroke === undefined ? {} : { stroke: { colour: stroke.colour, width: stroke.width } }),
    ...(opacity === 1 ? {} : { opacity }),
  };
}

function shapeOutline(layer: ShapeLayer): Outline {
  const { shape, w, h, corner = 0, points, inner = 0.5 } = layer;
  if (shape === "ellipse") return ellipse(w, h);
  if (shape === "line") return line(w, h);
  if (shape === "heart") return heart(w, h);
  if (shape === "polygon") return polygon(w, h, points ?? 6);
  if (shape === "star") return star(w, h, points ?? 5, inner);
  return roundedRectangle(w, h, corner);
}

function drawPicture(document: DesignDocument, layer: ImageLayer, matrix: Matrix): DisplayPicture {
  const { w = 1, h = 1 } = document.assets[layer.asset] ?? {};
  const { crop, mask, corner = 0 } = layer;
  const left = Math.min(w - 1, Math.floor(crop.x * w));
  const top = Math.min(h - 1, Math.floor(crop.y * h));
  const width = Math.min(w - left, Math.max(1, Math.round(crop.w * w)));
  const height = Math.min(h - top, Math.max(1, Math.round(crop.h * h)));
  const outline =
    mask === "ellipse"
      ? ellipse(layer.w, layer.h)
      : mask === "round"
        ? roundedRectangle(layer.w, layer.h, corner)
        : undefined;
  return {
    kind: "picture",
    layer: layer.id,
    asset: layer.asset,
    pixels: [w, h],
    crop: [left, top, width, height],
    matrix: fine(multiply(matrix, scaling(layer.w, layer.h))),
    ...(outline ? { mask: toPath(transform(outline, matrix)) } : {}),
    ...(layer.opacity === 1 ? {} : { opacity: layer.opacity }),
  };
}

function drawClip(layer: ClipLayer, art: ClipArt, matrix: Matrix): DisplayItem[] {
  const stretched = multiply(matrix, scaling(layer.w / art.w, layer.h / art.h));
  const items = art.paths.map(({ path, colour, stroke }) => {
    const ink = layer.colours[colour] ?? art.colours[colour] ?? "#000000";
    const width = stroke === undefined ? 0 : rounded((stroke * layer.w) / art.w);
    const painted = stroke === undefined ? { fill: ink } : { stroke: { colour: ink, width } };
    return paint({ id: layer.id, opacity: 1, ...painted }, fromPath(path), stretched);
  });
  if (layer.opacity === 1 || items.length === 0) return items;
  return [{ kind: "group", layer: layer.id, opacity: layer.opacity, items }];
}
