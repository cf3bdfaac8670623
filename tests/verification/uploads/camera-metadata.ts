import { segment } from "./jpeg-file.ts";
import { chunk, compressed } from "./png-file.ts";

/* What cameras and programs write beside pixels. Each holds the word that a master must not have. */

export const secret = "RAHASIA-RUMAH";

const ascii = 2;
const short = 3;
const long = 4;
const rational = 5;
type Entry = readonly [tag: number, type: number, value: number | Uint8Array];

/** One directory of TIFF 6.0, little endian, at an offset; its long values follow it. */
function directory(entries: readonly Entry[], at: number, next = 0): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  const tail: Uint8Array[] = [];
  let tailAt = at + head.length;
  head.writeUInt16LE(entries.length);
  for (const [index, [tag, type, value]] of entries.entries()) {
    const place = 2 + index * 12;
    head.writeUInt16LE(tag, place);
    head.writeUInt16LE(type, place + 2);
    if (typeof value === "number") {
      head.writeUInt32LE(1, place + 4);
      head.writeUInt32LE(value, place + 8);
      continue;
    }
    head.writeUInt32LE(type === rational ? value.length / 8 : value.length, place + 4);
    head.writeUInt32LE(tailAt, place + 8);
    tail.push(value);
    tailAt += value.length;
  }
  head.writeUInt32LE(next, head.length - 4);
  return Buffer.concat([head, ...tail]);
}

const words = (text: string) => Buffer.from(`${text}\0`, "latin1");

/** Degrees, minutes and seconds. */
function place(degrees: number, minutes: number, seconds: number): Buffer {
  const bytes = Buffer.alloc(24);
  for (const [index, value] of [degrees, minutes, seconds].entries()) {
    bytes.writeUInt32LE(value, index * 8);
    bytes.writeUInt32LE(1, index * 8 + 4);
  }
  return bytes;
}

/** An EXIF block with words, a place on the globe and a thumbnail. @param orientation 1 to 8; others are wrong */
export function exif(orientation: number): Buffer {
  const thumbnail = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, `${secret}-thumbnail`),
    Buffer.from([0xff, 0xd9]),
  ]);
  const start = 8;
  const first = (gps: number, next: number) =>
    directory(
      [
        [0x010e, ascii, words(`${secret}-description`)],
        [0x0112, short, orientation],
        [0x013b, ascii, words(`${secret}-artist`)],
        [0x8825, long, gps],
      ],
      start,
      next,
    );
  const gpsAt = start + first(0, 0).length;
  const gps = directory(
    [
      [1, ascii, words("S")],
      [2, rational, place(6, 12, 31)],
      [3, ascii, words("E")],
      [4, rational, place(106, 49, 7)],
      [0x1d, ascii, words(`${secret}-gps`)],
    ],
    gpsAt,
  );
  const nextAt = gpsAt + gps.length;
  const next = directory(
    [
      [0x0103, short, 6],
      [0x0201, long, nextAt + 2 + 3 * 12 + 4],
      [0x0202, long, thumbnail.length],
    ],
    nextAt,
  );
  const head = Buffer.from([0x49, 0x49, 42, 0, start, 0, 0, 0]);
  return Buffer.concat([head, first(gpsAt, nextAt), gps, next, thumbnail]);
}

const exifName = Buffer.from("Exif\0\0", "latin1");
export const exifSegment = (orientation: number, block = exif(orientation)): Buffer =>
  segment(0xe1, Buffer.concat([exifName, block]));

export const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>${secret}-xmp</dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
export const xmpSegment: Buffer = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`);
const guid = "0123456789ABCDEF0123456789ABCDEF";
export const extendedXmpSegment: Buffer = segment(
  0xe1,
  `http://ns.adobe.com/xmp/extension/\0${guid}\0\0\0\x20\0\0\0\0${secret}-extended`,
);

/** IPTC-IIM inside of Photoshop's resources: the byline, and the city. */
export const iptcSegment: Buffer = (() => {
  const record = (dataset: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, dataset, 0, text.length]), Buffer.from(text, "latin1")]);
  const records = Buffer.concat([record(80, `${secret}-byline`), record(90, `${secret}-city`)]);
  const head = Buffer.from("Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0", "latin1");
  const even = records.length % 2 === 0 ? records : Buffer.concat([records, Buffer.alloc(1)]);
  return segment(0xed, Buffer.concat([head, Buffer.from([records.length]), even]));
})();

export const commentSegment: Buffer = segment(0xfe, `${secret}-comment <?php system($_GET[0]) ?>`);

export const pngTexts: readonly Buffer[] = [
  chunk("tEXt", words(`Author\0${secret}-text`)),
  compressed("zTXt", words(`${secret}-packed`)),
  chunk("iTXt", Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`, "latin1")),
  chunk("eXIf", exif(1)),
  chunk("tIME", Buffer.from([7, 0xea, 11, 25, 9, 8, 7])),
];
