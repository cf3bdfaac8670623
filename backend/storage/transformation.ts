import { invalidRequest } from "./errors.ts";
import { wholeNumber, wordOf } from "./input.ts";

const gravities = [
  ...["no", "so", "ea", "we", "noea", "nowe", "soea", "sowe", "ce"],
  // `sm`: the most salient part. `fp`: a given point.
  ...["sm", "fp"],
] as const;

/** The part of a picture that `resize=cover` shows. */
export interface Crop {
  readonly gravity: (typeof gravities)[number];
  /** Pixels from the side of `gravity`; below one, a share of the picture. Of `fp`: the point, as shares from 0 to 1. */
  readonly x: number | undefined;
  readonly y: number | undefined;
}

/** A picture's transformation. Sides in pixels; an absent side follows from the other. */
export interface Transformation {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly resize: "cover" | "contain" | "fill";
  readonly quality: number | undefined;
  /** `auto` is the best format that the browser accepts, `origin` the file's own. */
  readonly format: "auto" | "origin" | "avif" | "webp" | "jpeg" | "png";
  /** Undefined shows the middle. */
  readonly crop: Crop | undefined;
}

/**
 * Reads a transformation from a query or from the body of a signature.
 * @throws StorageError
 */
export function readTransformation(
  input: Readonly<Record<string, unknown>>,
  maxSide: number,
): Transformation {
  const optional = (name: string, min: number, max: number) =>
    input[name] === undefined || input[name] === null
      ? undefined
      : wholeNumber(input[name], name, { fallback: 0, min, max });
  return {
    width: optional("width", 1, maxSide),
    height: optional("height", 1, maxSide),
    resize: wordOf(input.resize, "resize", ["cover", "contain", "fill"], "cover"),
    quality: optional("quality", 20, 100),
    format: wordOf(
      input.format,
      "format",
      ["auto", "origin", "avif", "webp", "jpeg", "png"],
      "auto",
    ),
    crop: readCrop(input),
  };
}

/** @throws StorageError */
function readCrop(input: Readonly<Record<string, unknown>>): Crop | undefined {
  const x = offsetOf(input.x_offset, "x_offset");
  const y = offsetOf(input.y_offset, "y_offset");
  if (input.gravity === undefined || input.gravity === null) return undefined;
  const gravity = wordOf(input.gravity, "gravity", gravities, "ce");
  const isShare = (value: number | undefined) => value !== undefined && value >= 0 && value <= 1;
  if (gravity === "fp" && !(isShare(x) && isShare(y))) {
    throw invalidRequest("Focal point requires x and y coordinates within 0-1 range");
  }
  return { gravity, x, y };
}

const decimal = /^-?\d{1,5}(\.\d{1,10})?$/;

/** @throws StorageError */
function offsetOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!["string", "number"].includes(typeof value) || !decimal.test(String(value))) {
    throw invalidRequest(`${name} must be number`);
  }
  return Number(value);
}

/** The transformation as a query, in a fixed order. */
export function transformationQuery(wanted: Transformation): string {
  const query = new URLSearchParams();
  for (const name of ["width", "height", "resize", "quality", "format"] as const) {
    const value = wanted[name];
    if (value !== undefined) query.set(name, String(value));
  }
  const { gravity, x, y } = wanted.crop ?? {};
  for (const [name, value] of Object.entries({ gravity, x_offset: x, y_offset: y })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.toString();
}

const resizingTypes = { cover: "fill", contain: "fit", fill: "force" } as const;

/** The answer's header `x-transformations`, in the format of upstream's image proxy. */
export function transformationHeader(wanted: Transformation): string {
  return [
    wanted.height === undefined ? "" : `height:${wanted.height}`,
    wanted.width === undefined ? "" : `width:${wanted.width}`,
    wanted.width === undefined && wanted.height === undefined
      ? ""
      : `resizing_type:${resizingTypes[wanted.resize]}`,
    wanted.quality === undefined ? "" : `quality:${wanted.quality}`,
    wanted.crop === undefined ? "" : cropHeader(wanted.crop),
  ]
    .filter(Boolean)
    .join(",");
}

function cropHeader({ gravity, x, y }: Crop): string {
  const hasOffset = gravity !== "sm" && (x !== undefined || y !== undefined);
  return `gravity:${gravity}${hasOffset ? `:${x ?? 0}:${y ?? 0}` : ""}`;
}
