import type { DisplayArea, DisplayItem, DisplayPicture } from "./display-list.ts";

/*
 * The SVG of an area: paths and pictures only, no text, no style sheet, no outside reference but the addresses of the
 * pictures.
 */

export interface SvgOptions {
  /** Address or data URL of a picture by the SHA-256 of its master; null leaves the picture out. */
  readonly pictureHref: (asset: string) => string | null;
  /** Colour below the design; absent: transparent. */
  readonly body?: string;
  /** What the view shows: up to the bleed (the default) or to the trim. */
  readonly box?: "bleed" | "trim";
  /** Size of the SVG in pixels; absent: the SVG fills what surrounds it. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Makes ids of clip paths unique on a page with several drawings. */
  readonly prefix?: string;
}

export function toSvg(area: DisplayArea, options: SvgOptions): string {
  const edge = options.box === "trim" ? 0 : area.bleed;
  const [w, h] = [area.w + 2 * edge, area.h + 2 * edge];
  const box = `${-edge} ${-edge} ${w} ${h}`;
  const size = options.size
    ? ` width="${options.size.width}" height="${options.size.height}" preserveAspectRatio="none"`
    : "";
  const body =
    options.body === undefined
      ? ""
      : `<rect x="${-edge}" y="${-edge}" width="${w}" height="${h}" fill="${options.body}"/>`;
  const writer = createWriter(options);
  const items = area.items.map((item) => writer(item)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg"${size} viewBox="${box}">${body}${items}</svg>`;
}

function createWriter({ pictureHref, prefix = "d" }: SvgOptions): (item: DisplayItem) => string {
  let masks = 0;

  function write(item: DisplayItem): string {
    if (item.kind === "group")
      return `<g data-layer="${item.layer}" opacity="${item.opacity}">${item.items.map(write).join("")}</g>`;
    if (item.kind === "picture") return picture(item);
    const stroke = item.stroke
      ? ` stroke="${item.stroke.colour}" stroke-width="${item.stroke.width}" stroke-linejoin="round" stroke-linecap="round"`
      : "";
    return `<path data-layer="${item.layer}" d="${item.path}" fill="${item.fill ?? "none"}"${stroke}${opacity(item)}/>`;
  }

  /** The whole picture is clipped to its crop by an inner SVG: a browser loads one file for all crops. */
  function picture(item: DisplayPicture): string {
    const href = pictureHref(item.asset);
    if (href === null) return "";
    const { matrix, layer, mask, pixels, crop } = item;
    const image = `<g transform="matrix(${matrix.join(" ")})"><svg width="1" height="1" viewBox="${crop.join(" ")}" preserveAspectRatio="none"><image href="${escaped(href)}" width="${pixels[0]}" height="${pixels[1]}" preserveAspectRatio="none"/></svg></g>`;
    if (mask === undefined) return `<g data-layer="${layer}"${opacity(item)}>${image}</g>`;
    masks += 1;
    const id = `${prefix}-${masks}`;
    return `<clipPath id="${id}"><path d="${mask}"/></clipPath><g data-layer="${layer}" clip-path="url(#${id})"${opacity(item)}>${image}</g>`;
  }

  return write;
}

const opacity = ({ opacity }: { opacity?: number }) =>
  opacity === undefined ? "" : ` opacity="${opacity}"`;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
