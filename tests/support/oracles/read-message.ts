/** A message as a mail program reads it (RFC 5322, 2045 to 2047), by a reader of our own. */
export interface ReadMessage {
  /** Unfolded and decoded, in their order; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly parts: readonly { readonly type: string; readonly text: string }[];
}

export function readMessage(raw: string | Buffer): ReadMessage {
  const source = (typeof raw === "string" ? Buffer.from(raw) : raw).toString("latin1");
  const { headers, body } = split(source);
  const type = headerOf(headers, "content-type");
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (!boundary) return { headers, parts: [partOf(source)] };
  const pieces = body.split(new RegExp(`(?:^|\\r\\n)--${escapeRegExp(boundary)}(?:--)?\\r\\n`));
  return { headers, parts: pieces.slice(1, -1).map(partOf) };
}

function partOf(source: string): ReadMessage["parts"][number] {
  const { headers, body } = split(source);
  const encoding = headerOf(headers, "content-transfer-encoding").toLowerCase();
  const bytes =
    encoding === "quoted-printable"
      ? quotedPrintable(body)
      : Buffer.from(body, encoding === "base64" ? "base64" : "latin1");
  const [type = ""] = headerOf(headers, "content-type").split(";");
  return { type, text: bytes.toString("utf8").replaceAll("\r\n", "\n") };
}

function split(source: string) {
  const end = source.indexOf("\r\n\r\n");
  const headers = source
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((field) => {
      const colon = field.indexOf(":");
      const value = field.slice(colon + 1).replaceAll(/\r\n(?=[ \t])/g, "");
      return [field.slice(0, colon).toLowerCase(), decodeWords(value.trim())] as const;
    });
  return { headers, body: source.slice(end + 4) };
}

function headerOf(headers: ReadMessage["headers"], name: string): string {
  return headers.find(([known]) => known === name)?.[1] ?? "";
}

/** Encoded words of UTF-8; blanks between two of them are none. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/(\?=)\s+(?==\?)/g, "$1")
    .replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) => {
      const bytes = [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(
        ([, how, text = ""]) =>
          how?.toLowerCase() === "b"
            ? Buffer.from(text, "base64")
            : quotedPrintable(text.replaceAll("_", " ")),
      );
      return Buffer.concat(bytes).toString("utf8");
    });
}

function quotedPrintable(text: string): Buffer {
  const plain = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(plain, "latin1");
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
