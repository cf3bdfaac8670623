const typeShape = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,99}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/;
const patternShape = /^(\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,99})\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,99})$/;

/** Pictures that cannot contain script. */
const rasters = new Set([
  "image/png",
  "image/jpeg",
  "image/jpg",
  "image/webp",
  "image/avif",
  "image/gif",
  "image/bmp",
  "image/heic",
  "image/heif",
  "image/tiff",
  "image/x-icon",
  "image/vnd.microsoft.icon",
]);
/** Types that a page of the shop could load as script, style or document; they are sent as plain text. */
const actsAsCode =
  /^(text\/(html|css|x-?(java|ecma|j|live)script|(java|ecma|j|live)script[\d.]*)|application\/(xhtml\+xml|x-?(java|ecma)script|(java|ecma)script|wasm)|multipart\/.*|message\/.*)$/;

/** `Image/PNG; x=y` is `image/png`; undefined for an invalid media type. */
export function essenceOf(type: string): string | undefined {
  // Refuses characters that headers cannot carry or the database cannot store.
  if (!/^[\x20-\x7e]{1,200}$/.test(type)) return undefined;
  const essence = (type.split(";")[0] ?? "").trim().toLowerCase();
  return typeShape.test(essence) ? essence : undefined;
}

/** A media type, possibly with wildcards: `image/*`. */
export function isTypePattern(pattern: string): boolean {
  return patternShape.test(pattern.toLowerCase());
}

/** @param patterns null allows every type */
export function isAllowedType(essence: string, patterns: readonly string[] | null): boolean {
  if (!patterns || patterns.length === 0) return true;
  const [family] = essence.split("/");
  return patterns.some((pattern) => {
    const allowed = pattern.toLowerCase();
    return allowed === essence || allowed === "*/*" || allowed === `${family}/*`;
  });
}

export function isRaster(essence: string): boolean {
  return rasters.has(essence);
}

/** The type with which a file is sent: its own, unless a browser could run or apply it. */
export function servedType(type: string): string {
  const essence = essenceOf(type);
  if (essence === undefined) return "application/octet-stream";
  if (actsAsCode.test(essence)) return "text/plain; charset=utf-8";
  return type;
}

/** Whether a browser may show a file inline on the shop's origin. SVG, XML and PDF can contain script. */
export function isShownInline(type: string): boolean {
  const essence = essenceOf(type) ?? "";
  return isRaster(essence) || /^(audio|video)\//.test(essence) || essence === "text/plain";
}
