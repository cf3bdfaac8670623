import { isRaster } from "#backend/storage/media-types.ts";

/** Bytes of a file's beginning that are examined. */
export const sniffLength = 1024;

type Kind = "raster" | "pdf" | "zip" | "markup" | "program" | "archive";

const signatures: readonly (readonly [kind: Kind, offset: number, bytes: string])[] = [
  ["raster", 0, "\x89PNG\r\n\x1a\n"],
  ["raster", 0, "\xff\xd8\xff"],
  ["raster", 0, "GIF87a"],
  ["raster", 0, "GIF89a"],
  ["raster", 8, "WEBP"],
  ["raster", 0, "BM"],
  ["raster", 0, "II*\0"],
  ["raster", 0, "MM\0*"],
  ["raster", 0, "\0\0\x01\0"],
  ["raster", 4, "ftypavif"],
  ["raster", 4, "ftypavis"],
  ["raster", 4, "ftypheic"],
  ["raster", 4, "ftypheix"],
  ["raster", 4, "ftypmif1"],
  ["pdf", 0, "%PDF-"],
  ["zip", 0, "PK\x03\x04"],
  ["zip", 0, "PK\x05\x06"],
  ["program", 0, "MZ"],
  ["program", 0, "\x7fELF"],
  ["program", 0, "#!"],
  ["program", 0, "\xca\xfe\xba\xbe"],
  ["program", 0, "\0asm"],
  ["archive", 0, "\x1f\x8b"],
  ["archive", 0, "7z\xbc\xaf\x27\x1c"],
  ["archive", 0, "Rar!"],
];
/** Elements that the web's rules (mimesniff) treat as a document. */
const markup =
  /^<(\?xml|!doctype|html|head|title|body|script|style|svg|iframe|img|a|b|br|div|font|h1|p|table|link|meta|object|embed|form|math)\b/i;
const zipTypes =
  /^application\/(zip|x-zip-compressed|java-archive|epub\+zip|vnd\.(openxmlformats|oasis\.opendocument|ms-\w+\.(.*)12).*)$/;

/** The kind of a file by its beginning, where recognisable. */
export function sniff(head: Uint8Array): Kind | undefined {
  const text = Buffer.from(head.subarray(0, sniffLength)).toString("latin1");
  const found = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset));
  if (found) return found[0];
  return markup.test(firstElement(text)) ? "markup" : undefined;
}

/** Skips blanks, byte order marks, zero bytes of UTF-16 and comments before a document. */
function firstElement(text: string): string {
  let rest = text
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replaceAll("\0", "")
    .trimStart();
  while (rest.startsWith("<!--")) {
    const end = rest.indexOf("-->", 4);
    // An unclosed comment is a document too.
    if (end < 0) return "<!doctype";
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/**
 * Whether a file contradicts its declared type. Only types that browsers or people trust are checked, and
 * only against bytes of a clearly different kind; a JPEG declared as PNG is harmless.
 * @param essence a media type without parameters
 */
export function contradicts(essence: string, head: Uint8Array): boolean {
  const promised = promise(essence);
  if (!promised) return false;
  const found = sniff(head);
  return found !== undefined && found !== promised;
}

function promise(essence: string): Kind | undefined {
  if (isRaster(essence)) return "raster";
  if (essence === "application/pdf") return "pdf";
  if (zipTypes.test(essence)) return "zip";
  return undefined;
}
