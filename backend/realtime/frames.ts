/** A message of the Phoenix protocol, in either encoding. */
export interface Frame {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Set when a broadcast's payload is bytes and not JSON. */
  readonly bytes?: Uint8Array;
}

export type Version = "1.0.0" | "2.0.0";

const pushKind = 3;
const broadcastKind = 4;
const jsonEncoding = 1;
const finalBit = 0x80;
const textOpcode = 1;
const binaryOpcode = 2;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** @returns undefined for an invalid frame; such messages are ignored */
export function readFrame(data: Buffer, isBinary: boolean, version: Version): Frame | undefined {
  try {
    if (isBinary) return version === "2.0.0" ? readPush(data) : undefined;
    const value: unknown = JSON.parse(decoder.decode(data));
    if (Array.isArray(value)) {
      const [joinRef, ref, topic, event, payload] = value;
      return frameOf(joinRef, ref, topic, event, payload);
    }
    if (typeof value !== "object" || value === null) return undefined;
    const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>;
    return frameOf(join_ref, ref, topic, event, payload);
  } catch {
    return undefined;
  }
}

function frameOf(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | undefined {
  if (typeof topic !== "string" || typeof event !== "string") return undefined;
  const isObject = typeof payload === "object" && payload !== null && !Array.isArray(payload);
  return {
    joinRef: refOf(joinRef),
    ref: refOf(ref),
    topic,
    event,
    payload: isObject ? (payload as Record<string, unknown>) : {},
  };
}

function refOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.length <= 64 ? value : null;
}

/** Kind 3: u8 kind, five lengths, u8 encoding, then join ref, ref, topic, event, meta and payload. */
function readPush(data: Buffer): Frame | undefined {
  if (data[0] !== pushKind || data.length < 7) return undefined;
  const lengths = [...data.subarray(1, 6)];
  const isJson = data[6] === jsonEncoding;
  let offset = 7;
  const parts = lengths.map((length) => {
    const part = data.subarray(offset, offset + length);
    offset += length;
    return part.length === length ? decoder.decode(part) : undefined;
  });
  const [joinRef, ref, topic, event, meta] = parts;
  if (parts.includes(undefined) || topic === undefined) return undefined;
  const rest = data.subarray(offset);
  const { persist } = (meta ? JSON.parse(meta) : {}) as { persist?: unknown };
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    payload: {
      type: "broadcast",
      event,
      payload: isJson ? JSON.parse(decoder.decode(rest)) : null,
      ...(persist === undefined ? {} : { persist }),
    },
    ...(isJson ? {} : { bytes: rest }),
  };
}

/** A message to one client. */
export function writeFrame(version: Version, frame: Omit<Frame, "bytes">): string {
  const { joinRef, ref, topic, event, payload } = frame;
  if (version === "2.0.0") return JSON.stringify([joinRef, ref, topic, event, payload]);
  return JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}

export interface Broadcast {
  readonly topic: string;
  readonly event: string;
  readonly payload?: unknown;
  readonly bytes?: Uint8Array;
  /** Set for a stored message. */
  readonly meta?: { readonly id: string; readonly replayed?: true };
}

/**
 * A broadcast in the encoding of a protocol version: text for version 1, kind 4 for version 2.
 * @returns undefined when the version cannot represent it: bytes in version 1, names longer than a length
 * byte
 */
export function writeBroadcast(version: Version, message: Broadcast): string | Buffer | undefined {
  const { topic, event, payload, bytes, meta } = message;
  if (version === "1.0.0") {
    if (bytes) return undefined;
    const body = { type: "broadcast", event, payload, ...(meta ? { meta } : {}) };
    return JSON.stringify({ topic, event: "broadcast", payload: body, ref: null });
  }
  const names = [Buffer.from(topic), Buffer.from(event)];
  if (names.some((name) => name.length > 255)) return undefined;
  const [topicBytes = Buffer.alloc(0), eventBytes = Buffer.alloc(0)] = names;
  const body = bytes ?? Buffer.from(JSON.stringify(payload ?? {}));
  const encoding = bytes ? 0 : jsonEncoding;
  const metaBytes = Buffer.from(meta ? JSON.stringify(meta) : "");
  const head = Buffer.from([
    broadcastKind,
    topicBytes.length,
    eventBytes.length,
    metaBytes.length,
    encoding,
  ]);
  return Buffer.concat([head, topicBytes, eventBytes, metaBytes, body]);
}

/** A complete websocket frame, encoded once for all connections that send it. */
export interface Wire {
  readonly frame: Buffer;
}

export function wireOf(data: string | Buffer): Wire;
export function wireOf(data: string | Buffer | undefined): Wire | undefined;
export function wireOf(data: string | Buffer | undefined): Wire | undefined {
  if (data === undefined) return undefined;
  const opcode = typeof data === "string" ? textOpcode : binaryOpcode;
  const body = typeof data === "string" ? Buffer.from(data) : data;
  return { frame: Buffer.concat([headOf(opcode, body.length), body]) };
}

/** The header of an unfragmented, unmasked, uncompressed message. Source: RFC 6455, 5.2. */
function headOf(opcode: number, length: number): Buffer {
  const first = finalBit | opcode;
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** A topic without `realtime:` in front. */
export function nameOf(topic: string): string {
  return topic.slice("realtime:".length);
}
