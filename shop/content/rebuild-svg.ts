import { fail, ok, type Result } from "#base/result.ts";

/** Maximum bytes of an SVG. */
export const maxSvgBytes = 64_000;
const maxElements = 2_000;
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
  ...["stroke-dasharray", "stroke-dashoffset", "opacity", "offset", "stop-color", "stop-opacity"],
  ...["gradientUnits", "gradientTransform", "spreadMethod", "clip-path", "clip-rule"],
  ...["clipPathUnits", "preserveAspectRatio", "color"],
]);
/** Attributes that do not change the drawing, mostly of drawing programs: dropped, not refused. */
const ignored =
  /^(?:xmlns(?::[\w-]+)?|version|class|role|focusable|baseProfile|enable-background|data-[\w-]+|aria-[\w-]+|xml:space|(?:inkscape|sodipodi|sketch|serif|vectornator|bx):[\w-]+)$/;

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/**
 * Parses an SVG and writes it again from an allowlist of elements and attributes. Everything else is refused, e.g.
 * `script`, `style`, `foreignObject`, `on…`, `href` to other files, and entities.
 */
export function rebuildSvg(source: string): Result<RebuiltSvg, SvgProblem> {
  const refuse = (part: string) => fail({ code: "svg_refused", part } as const);
  if (Buffer.byteLength(source) > maxSvgBytes) return refuse("size");
  const text = source.replace(/^\uFEFF/, "");
  const open: string[] = [];
  const written: string[] = [];
  let count = 0;
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
    const kept: [name: string, value: string][] = [];
    for (const [, key = "", double, single] of listed.matchAll(attribute)) {
      if (ignored.test(key)) continue;
      const value = (double ?? single ?? "").trim();
      const problem = attributeProblem(name, key, value);
      if (problem) return refuse(problem);
      kept.push([key === "xlink:href" ? "href" : key, value]);
    }
    if (name === "svg") {
      size = sizeOf(new Map(kept));
      if (!size) return refuse("viewBox");
    }
    if (!empty) open.push(name);
    if (name === "title" || name === "desc") continue;
    const shown = kept.map(([key, value]) => ` ${key}="${value.replaceAll('"', "'")}"`).join("");
    const space = name === "svg" ? ' xmlns="http://www.w3.org/2000/svg"' : "";
    written.push(`<${name}${space}${shown}${empty ? "/" : ""}>`);
  }
  if (open.length > 0 || !size) return refuse("svg");
  return ok({ text: written.join(""), ...size });
}

/** The name of an attribute that is refused. */
function attributeProblem(element: string, key: string, value: string): string | undefined {
  if (value.includes("&")) return "entity";
  if (key === "href" || key === "xlink:href") {
    const isGradient = element === "linearGradient" || element === "radialGradient";
    return isGradient && /^#[\w.-]{1,100}$/.test(value) ? undefined : key;
  }
  if (!attributes.has(key)) return key;
  if (/url/i.test(value)) return /^url\(#[\w.-]{1,100}\)$/.test(value) ? undefined : key;
  return /^[-\w\s.,#%()+]*$/.test(value) ? undefined : key;
}

function sizeOf(kept: ReadonlyMap<string, string>): { width: number; height: number } | undefined {
  const box = kept
    .get("viewBox")
    ?.split(/[\s,]+/)
    .map(Number);
  const [width = 0, height = 0] = box
    ? [box[2], box[3]]
    : [kept.get("width"), kept.get("height")].map((side) => Number.parseFloat(side ?? ""));
  const whole = { width: Math.round(width), height: Math.round(height) };
  const fits = [whole.width, whole.height].every((side) => side >= 1 && side <= maxSide);
  return fits ? whole : undefined;
}
