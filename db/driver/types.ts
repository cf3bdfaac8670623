/*
 * Converts values between TypeScript and PostgreSQL's text format. Type numbers are those of pg_type, which
 * are fixed for PostgreSQL's built-in types.
 */

const boolean = 16;
const bytea = 17;
const bigint = 20;
const timestamptz = 1184;
const jsonb = 3802;

/**
 * A value that is sent as JSON, whatever its TypeScript type: a plain array would otherwise become a
 * PostgreSQL array.
 */
export class JsonParameter {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A bound value: text, the bytes of a `bytea`, or null. */
export type Bound = string | Buffer | null;

/**
 * The type number of a value. Zero lets PostgreSQL infer it. A date is explicit because PostgreSQL would
 * otherwise take the type of the operand beside it, e.g. an interval.
 */
export function typeOf(value: unknown): number {
  if (typeof value === "boolean") return boolean;
  if (typeof value === "bigint") return bigint;
  if (value instanceof Date) return timestamptz;
  if (value instanceof JsonParameter) return jsonb;
  if (value instanceof Uint8Array) return bytea;
  return 0;
}

/** @throws TypeError for undefined, which is always a programming error; null is valid */
export function bind(value: unknown): Bound {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length);
  return textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined) throw new TypeError("undefined cannot be sent to PostgreSQL");
  if (typeof value === "boolean") return value ? "t" : "f";
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof JsonParameter) return textOf(JSON.stringify(value.value));
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function arrayText(list: readonly unknown[]): string {
  const items = list.map((item) => {
    if (item === null) return "null";
    if (Array.isArray(item)) return arrayText(item);
    return `"${textOf(item).replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${items.join()}}`;
}

/** Reads one value that is not null. */
export type Parse = (text: string) => unknown;

const number: Parse = (text) => Number(text);
const date: Parse = (text) => new Date(text);
const json: Parse = (text) => JSON.parse(text);

/** Unlisted types are read as text. */
const parsers: readonly (readonly [type: number, array: number, parse: Parse | undefined])[] = [
  [boolean, 1000, (text) => text === "t"],
  [bytea, 1001, (text) => Buffer.from(text.slice(2), "hex")],
  [18, 1002, undefined], // "char"
  [19, 1003, undefined], // name
  [bigint, 1016, undefined],
  [21, 1005, number], // smallint
  [23, 1007, number], // integer
  [24, 1008, undefined], // regproc
  [25, 1009, undefined], // text
  [26, 1028, number], // oid
  [114, 199, json],
  [700, 1021, number], // real
  [701, 1022, number], // double precision
  [869, 1041, undefined], // inet
  [1042, 1014, undefined], // character
  [1043, 1015, undefined], // character varying
  [1082, 1182, date], // date, as midnight in UTC
  [1083, 1183, undefined], // time
  [1114, 1115, date], // timestamp without time zone
  [timestamptz, 1185, date],
  [1186, 1187, undefined], // interval
  [1700, 1231, undefined], // numeric
  [2205, 2210, undefined], // regclass
  [2950, 2951, undefined], // uuid
  [jsonb, 3807, json],
];

/** Parsers for the columns of results. Values of user-defined types, and their arrays, stay text. */
export class Parsers {
  readonly #parsers = new Map<number, Parse>();

  /**
   * @param readsBigints reads bigint as a number: safe where values stay below 2^53; otherwise bigint is text
   * @param leavesJson leaves JSON as text
   */
  constructor(readsBigints: boolean, leavesJson: boolean) {
    for (const [type, array, parse] of parsers) {
      const isText = leavesJson && parse === json;
      const read = type === bigint && readsBigints ? number : isText ? undefined : parse;
      if (read) this.#parsers.set(type, read);
      this.#parsers.set(array, (text) => parseArray(text, read));
    }
  }

  of(type: number): Parse | undefined {
    return this.#parsers.get(type);
  }
}

const token = /"((?:[^"\\]|\\.)*)"|[{},]|[^{},"]+/gs;

function parseArray(text: string, parse: Parse | undefined): unknown[] {
  const stack: unknown[][] = [[]];
  // The text of an array whose lowest index is not 1 begins with its bounds: [2:3]={…}
  const items = text.startsWith("[") ? text.slice(text.indexOf("=") + 1) : text;
  for (const [whole, quoted] of items.matchAll(token)) {
    const list = stack.at(-1) as unknown[];
    if (whole === "{") {
      const inner: unknown[] = [];
      list.push(inner);
      stack.push(inner);
    } else if (whole === "}") stack.pop();
    else if (whole !== ",") {
      const isNull = quoted === undefined && whole === "NULL";
      const value = quoted === undefined ? whole : quoted.replace(/\\(.)/gs, "$1");
      list.push(isNull ? null : parse ? parse(value) : value);
    }
  }
  return (stack[0]?.[0] ?? []) as unknown[];
}
