import { wholeNumber, wordOf } from "#backend/storage/input.ts";

/** How a picture is changed. Sides in pixels; an absent one follows from the other. */
export interface Transformation {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly resize: "cover" | "contain" | "fill";
  readonly quality: number | undefined;
  /** `auto` takes what the browser accepts, `origin` what the file is. */
  readonly format: "auto" | "origin" | "avif" | "webp" | "jpeg" | "png";
}

/** From a query or the body of a signature. @throws StorageError */
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

/** The same as a query, always in the same order. */
export function transformationQuery(wanted: Transformation): string {
  const query = new URLSearchParams();
  for (const name of ["width", "height", "resize", "quality", "format"] as const) {
    const value = wanted[name];
    if (value !== undefined) query.set(name, String(value));
  }
  return query.toString();
}

const resizingTypes = { cover: "fill", contain: "fit", fill: "force" } as const;

/** The answer's header `x-transformations`, in the words of the image proxy that upstream uses. */
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
