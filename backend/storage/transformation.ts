import { wholeNumber, wordOf } from "#backend/storage/input.ts";

/** A picture's transformation. Sides in pixels; an absent side follows from the other. */
export interface Transformation {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly resize: "cover" | "contain" | "fill";
  readonly quality: number | undefined;
  /** `auto` is the best format that the browser accepts, `origin` the file's own. */
  readonly format: "auto" | "origin" | "avif" | "webp" | "jpeg" | "png";
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
  };
}

/** The transformation as a query, in a fixed order. */
export function transformationQuery(wanted: Transformation): string {
  const query = new URLSearchParams();
  for (const name of ["width", "height", "resize", "quality", "format"] as const) {
    const value = wanted[name];
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
  ]
    .filter(Boolean)
    .join(",");
}
