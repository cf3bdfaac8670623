/*
 * Reads the parts of a mail (RFC 5322 and 2045) as far as a report needs them. Every length is bounded, because anybody
 * can send the shop's bounce mailbox anything.
 */

export const maxMessageBytes = 1024 * 1024;
/** Multiparts within multiparts. */
const maxDepth = 5;
const maxParts = 50;

export interface MimePart {
  /** In lower case, e.g. `message/delivery-status`. */
  readonly type: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** Decoded from base64 or quoted-printable, one character a byte. */
  readonly body: string;
  readonly parts: readonly MimePart[];
}

/** @param source one character a byte (latin1) */
export function readMime(source: string): MimePart {
  let parts = 0;
  return read(source.slice(0, maxMessageBytes), 0);

  function read(text: string, depth: number): MimePart {
    parts += 1;
    const { headers, body } = split(text);
    const contentType = headers.get("content-type")?.[0] ?? "text/plain";
    const type = (/^\s*([\w.+-]+\/[\w.+-]+)/.exec(contentType)?.[1] ?? "text/plain").toLowerCase();
    const boundary = type.startsWith("multipart/") ? boundaryOf(contentType) : undefined;
    const inner = boundary && depth < maxDepth ? cut(body, boundary) : [];
    return {
      type,
      headers,
      body: decode(body, headers.get("content-transfer-encoding")?.[0] ?? ""),
      parts: inner.flatMap((piece) => (parts < maxParts ? [read(piece, depth + 1)] : [])),
    };
  }
}

/** The part itself and all parts below it. */
export function* partsOf(part: MimePart): Generator<MimePart> {
  yield part;
  for (const inner of part.parts) yield* partsOf(inner);
}

/** Header fields of a text, by name in lower case. A folded line is one value. */
export function readFields(text: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    // One repetition only: two that match the same blanks take quadratic time.
    const [, name = "", value = ""] = /^([!-9;-~]{1,100}):(.*)$/s.exec(line) ?? [];
    if (name === "") continue;
    const values = fields.get(name.toLowerCase()) ?? [];
    values.push(value.trim());
    fields.set(name.toLowerCase(), values);
  }
  return fields;
}

function split(text: string): { headers: MimePart["headers"]; body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return { headers: readFields(text), body: "" };
  return {
    headers: readFields(text.slice(0, end.index)),
    body: text.slice(end.index + end[0].length),
  };
}

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = /boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? bare;
}

function cut(body: string, boundary: string): readonly string[] {
  const pieces: string[] = [];
  let piece: string[] | undefined;
  for (const line of body.split(/\r?\n/)) {
    const mark = line.trimEnd();
    if (mark === `--${boundary}` || mark === `--${boundary}--`) {
      if (piece) pieces.push(piece.join("\n"));
      if (mark.length > boundary.length + 2) return pieces;
      piece = [];
    } else piece?.push(line);
  }
  // Cut off by the bound of its length.
  if (piece) pieces.push(piece.join("\n"));
  return pieces;
}

function decode(body: string, encoding: string): string {
  switch (encoding.trim().toLowerCase()) {
    case "base64":
      return Buffer.from(body, "base64").toString("latin1");
    case "quoted-printable":
      return body
        .replaceAll(/=[ \t]*\r?\n/g, "")
        .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
    default:
      return body;
  }
}
