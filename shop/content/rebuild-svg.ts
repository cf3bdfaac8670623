import { fail, ok, type Result } from "#base/result.ts";

/** Maximum bytes of an SVG. */
export const maxSvgBytes = 64_000;
const maxElements = 1_000;
/** Maximum uses of clip paths, and maximum shapes in clip paths. Each use draws all shapes of its clip path. */
const maxClips = 50;
const maxDepth = 40;
/** Maximum width and height; the name of a stored picture has four digits for each. */
const maxSide = 9_999;

export interface RebuiltSvg {
  readonly text: string;
  /** Whole units of the view box. */
  readonly width: number;
  readonly height: number;
}

/** Why a drawing is refused; `part` is the element, attribute or construct. */
export interface SvgProblem {
  readonly code: "svg_refused";
  readonly part: string;
}

const elements: ReadonlySet<string> = new Set([
  ...["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs"],
  ...["linearGradient", "radialGradient", "stop", "clipPath", "title", "desc"],
]);
const attributes: ReadonlySet<string> = new Set([
  ...["id", "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx"],
  ...["ry", "fx", "fy", "d", "points", "transform", "fill", "fill-opacity", "fill-rule", "stroke"],
  ...["stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity"],
  ...["opacity", "offset", "stop-color", "stop-opacity"],
  ...["gradientUnits", "gradientTransform", "spreadMethod", "clip-path", "clip-rule"],
  ...["clipPathUnits", "preserveAspectRatio", "color"],
]);
/** Attributes that do not change the drawing, mostly of drawing programs: dropped, not refused. */
const ignored =
  /^(?:xmlns(?::[\w-]+)?|version|class|role|focusable|baseProfile|enable-background|data-[\w-]+|aria-[\w-]+|xml:space|(?:inkscape|sodipodi|sketch|serif|vectornator|bx):[\w-]+)$/;

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/** A number without a unit or in pixels. */
const pixels = /^\d{1,4}(?:\.\d{1,6})?(?:px)?$/;
const coordinate = String.raw`-?(?:\d{1,6}(?:\.\d{1,12})?|\.\d{1,12})`;
const viewBox = new RegExp(`^${coordinate}(?:[\\s,]+${coordinate}){3}$`);

/**
 * Parses an SVG and writes it again from an allowlist of elements and attributes. Everything else is refused, e.g.
 * `script`, `style`, `foreignObject`, `on…`, `href` to other files, and entities. Dashes and many or nested clip paths are
 * refused too, because a small file with them takes minutes or gigabytes of memory to draw. Only the view box sets the size.
 */
export function rebuildSvg(source: string): Result<RebuiltSvg, SvgProblem> {
  const refuse = (part: string) => fail({ code: "svg_refused", part } as const);
  if (Buffer.byteLength(source) > maxSvgBytes) return refuse("size");
  const text = source.replace(/^\uFEFF/, "");
  const open: string[] = [];
  const written: string[] = [];
  let count = 0;
  let clips = 0;
  let clipShapes = 0;
  let size: { width: number; height: number } | undefined;
  for (const found of text.matchAll(token)) {
    const [whole, closing, name = "", listed = "", empty] = found;
    const isLabel = open.at(-1) === "title" || open.at(-1) === "desc";
    if (whole.startsWith("<!--") || (whole.startsWith("<?xml") && open.length === 0)) continue;
    if (name === "") {
      if (whole.startsWith("<")) {
        return refuse(/^<[!?]?\w*/.exec(text.slice(found.index))?.[0] ?? "<");
      }
      if (whole.includes("&")) return refuse("entity");
      if (whole.trim() !== "" && !isLabel) return refuse("text");
      continue;
    }
    if (closing) {
      if (open.pop() !== name) return refuse(`/${name}`);
      if (name !== "title" && name !== "desc") written.push(`</${name}>`);
      continue;
    }
    if (!elements.has(name) || isLabel) return refuse(name);
    if (open.length === 0 ? name !== "svg" || count > 0 : name === "svg") return refuse(name);
    if (++count > maxElements) return refuse("elements");
    if (open.length >= maxDepth) return refuse("depth");
    if (open.includes("clipPath") && ++clipShapes > maxClips) return refuse("clipPath");
    const kept = new Map<string, string>();
    for (const [, key = "", double, single] of listed.matchAll(attribute)) {
      if (ignored.test(key)) continue;
      const value = (double ?? single ?? "").trim();
      const isNested = key === "clip-path" && (name === "clipPath" || open.includes("clipPath"));
      if (isNested || (key === "clip-path" && ++clips > maxClips)) return refuse(key);
      const problem = attributeProblem(name, key, value);
      if (problem) return refuse(problem);
      const shown = key === "xlink:href" ? "href" : key;
      // XML parsers refuse an element that has one attribute twice.
      if (kept.has(shown)) return refuse(key);
      kept.set(shown, value);
    }
    if (name === "svg") {
      size = sizeOf(kept);
      if (!size) return refuse("viewBox");
      if (!kept.has("viewBox")) kept.set("viewBox", `0 0 ${size.width} ${size.height}`);
      kept.delete("width");
      kept.delete("height");
    }
    if (!empty) open.push(name);
    if (name === "title" || name === "desc") continue;
    const shown = [...kept]
      .map(([key, value]) => ` ${key}="${value.replaceAll('"', "'")}"`)
      .join("");
    const space = name === "svg" ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    written.push(`<${name}${space}${shown}${empty ? "/" : ""}>`);
  }
  if (open.length > 0 || !size) return refuse("svg");
  return ok({ text: written.join(""), ...size });
}

/** The name of a refused attribute, or `entity`; undefined for an allowed one. */
function attributeProblem(element: string, key: string, value: string): string | undefined {
  if (value.includes("&")) return "entity";
  if (key === "href" || key === "xlink:href") {
    const isGradient = element === "linearGradient" || element === "radialGradient";
    return isGradient && /^#[\w.-]{1,100}$/.test(value) ? undefined : key;
  }
  if (!attributes.has(key)) return key;
  if (/url/i.test(value)) return /^url\(#[\w.-]{1,100}\)$/.test(value) ? undefined : key;
  return /^[-\w \t\r\n.,#%()+]*$/.test(value) ? undefined : key;
}

function sizeOf(kept: ReadonlyMap<string, string>): { width: number; height: number } | undefined {
  const box = kept.get("viewBox");
  if (box !== undefined && !viewBox.test(box)) return undefined;
  const [width, height] = box
    ? box.split(/[\s,]+/).slice(2)
    : [kept.get("width"), kept.get("height")].filter((side) => side && pixels.test(side));
  const whole = { width: wholeOf(width), height: wholeOf(height) };
  const fits = [whole.width, whole.height].every((side) => side >= 1 && side <= maxSide);
  return fits ? whole : undefined;
}

function wholeOf(side = ""): number {
  return Math.round(Number(side.replace("px", "")));
}
