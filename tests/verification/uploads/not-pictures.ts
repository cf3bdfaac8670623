import { gzipSync } from "node:zlib";
import { pngSignature, u32 } from "./png-file.ts";
import { casesOf, flat, noise } from "./upload-case.ts";

/* Files that are no picture of the four kinds, whatever they are called, and files with the first bytes of one. */

const latin1 = (text: string) => Buffer.from(text, "latin1");
const svg = (inside: string, before = "") =>
  latin1(`${before}<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}</svg>`);
const uses = Array.from({ length: 12 }, (_, level) =>
  level === 0
    ? '<g id="g0"><rect width="9" height="9"/></g>'
    : `<g id="g${level}">${`<use href="#g${level - 1}"/>`.repeat(10)}</g>`,
).join("");
const entities = Array.from(
  { length: 10 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
).join("");
const tiff = () => flat(64, 64).tiff().toBuffer();
/** Another file whose beginning is also that of a picture, as far as only some bytes are looked at. */
const disguised = (head: string, at: number, rest: Uint8Array) =>
  Buffer.concat([latin1(head), rest.subarray(at)]);

export const notPictures = casesOf("no picture", [
  ["nothing", "picture_empty", () => new Uint8Array()],
  ["one byte", "picture_wrong_type", () => new Uint8Array(1)],
  ["the first two bytes of a JPEG", "picture_wrong_type", () => latin1("\xff\xd8")],
  ["the first three bytes of a JPEG", "picture_broken", () => latin1("\xff\xd8\xff")],
  ["the signature of a PNG alone", "picture_broken", () => pngSignature],
  ["the first twelve bytes of a WebP", "picture_broken", () => latin1("RIFF\0\0\0\0WEBP")],
  ["the type of an AVIF alone", "picture_broken", () => latin1("\0\0\0\x10ftypavif\0\0\0\0")],
  ["a text", "picture_wrong_type", () => latin1("halo")],
  ["zeros", "picture_wrong_type", () => Buffer.alloc(4_000)],
  ["a PDF", "picture_wrong_type", () => latin1("%PDF-1.7\n1 0 obj")],
  ["an Illustrator file", "picture_wrong_type", () => latin1("%!PS-Adobe-3.0 EPSF-3.0\n")],
  ["a CorelDRAW file", "picture_wrong_type", () => latin1("RIFF\x20\0\0\0CDR9vrsn")],
  ["a page", "picture_wrong_type", () => latin1("<!doctype html><script>alert(1)</script>")],
  ["a ZIP", "picture_wrong_type", () => latin1("PK\x03\x04\x14\0\0\0\x08\0")],
  ["a gzip bomb", "picture_wrong_type", () => gzipSync(Buffer.alloc(3_000_000))],
  ["a program", "picture_wrong_type", () => latin1("\x7fELF\x02\x01\x01")],
  ["a film", "picture_wrong_type", () => latin1("\0\0\0\x18ftypisom\0\0\x02\0isomiso2")],
  ["a GIF", "picture_wrong_type", () => flat(64, 64).gif().toBuffer()],
  ["a TIFF", "picture_wrong_type", tiff],
  ["a TIFF of the other byte order", "picture_wrong_type", () => latin1("MM\0*\0\0\0\x08\0\0")],
  ["a BMP", "picture_wrong_type", () => latin1("BM\x46\0\0\0\0\0\0\0\x36\0\0\0")],
  ["an icon", "picture_wrong_type", () => latin1("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0")],
  ["a Photoshop file", "picture_wrong_type", () => latin1("8BPS\0\x01\0\0\0\0\0\0\0\x03")],
  ["a JPEG XL", "picture_wrong_type", () => latin1("\xff\x0a\xfa\x1f\x01\x91\x08\x06\x01\0")],
  ["a JPEG XL in boxes", "picture_wrong_type", () => latin1("\0\0\0\x0cJXL \r\n\x87\n")],
  ["a JPEG 2000", "picture_wrong_type", () => latin1("\0\0\0\x0cjP  \r\n\x87\n")],
  ["a HEIC", "picture_wrong_type", () => latin1("\0\0\0\x18ftypheic\0\0\0\0mif1heic")],
  [
    "a HEIC of the common brand",
    "picture_broken",
    () => Buffer.concat([latin1("\0\0\0\x18ftypmif1\0\0\0\0mif1heic"), Buffer.alloc(400)]),
  ],
  ["a DNG", "picture_wrong_type", () => latin1("II*\0\x08\0\0\0\x12\xc6\x01\0\x04\0\0\0")],
  ["an SVG", "picture_wrong_type", () => svg('<rect width="64" height="64"/>')],
  ["an SVG with a script", "picture_wrong_type", () => svg("<script>alert(1)</script>")],
  [
    "an SVG with a page inside",
    "picture_wrong_type",
    () => svg("<foreignObject><body/></foreignObject>"),
  ],
  [
    "an SVG that loads a file",
    "picture_wrong_type",
    () => svg('<image href="file:///etc/passwd"/>'),
  ],
  [
    "an SVG of ten thousand million entities",
    "picture_wrong_type",
    () => svg("<text>&e10;</text>", `<!DOCTYPE svg [<!ENTITY e0 "a">${entities}]>`),
  ],
  [
    "an SVG of 10¹¹ copies",
    "picture_wrong_type",
    () => svg(`<defs>${uses}</defs><use href="#g11"/>`),
  ],
  [
    "an SVG of 200,000 nodes",
    "picture_wrong_type",
    () => svg('<rect width="9" height="9"/>'.repeat(200_000)),
  ],
  ["an SVG behind a byte order mark", "picture_wrong_type", () => svg("", "\xef\xbb\xbf")],
  [
    "a JPEG behind a byte",
    "picture_wrong_type",
    async () => Buffer.concat([Buffer.alloc(1), await noise().jpeg().toBuffer()]),
  ],
  [
    "a GIF with the name of WebP inside",
    "picture_wrong_type",
    async () => disguised("GIF89a\x40\0WEBP", 12, await flat(64, 64).gif().toBuffer()),
  ],
  [
    "an SVG with the name of WebP inside",
    "picture_wrong_type",
    () => latin1('<svg\n\n\n\nWEBP="" xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
  ],
  [
    "an SVG with the brand of AVIF inside",
    "picture_wrong_type",
    () => latin1('<svgftypavif/><svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
  ],
  [
    "a TIFF with the brand of AVIF inside",
    "picture_wrong_type",
    async () => disguised("II*\0ftypavif", 12, await tiff()),
  ],
  [
    "an AVIF whose first box is longer than the file",
    "picture_broken",
    () => Buffer.concat([u32(0xffff), latin1("ftypavif"), Buffer.alloc(64)]),
  ],
]);
