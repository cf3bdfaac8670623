import { badQuery } from "../errors.ts";

/** Limits of one request. A larger request is refused with PGRST100 before it reaches the database. */
export const queryLimits = {
  /** Bytes of the query string. */
  length: 16_384,
  /** Nested resources, and nested logic. */
  depth: 10,
  /** All embedded resources. */
  embeds: 40,
  /** All filters. */
  filters: 500,
  /** All selected fields. */
  fields: 1000,
  /** Occurrences of one to-many relationship on one path of embedded resources. */
  sameList: 2,
  /** Selections of one field of a resource. */
  sameField: 10,
  /** Steps of one JSON path. */
  jsonSteps: 30,
} as const;

const identifierRun = /[\p{L}\p{M}\p{Nd}_ $]+(?:-(?!>)[\p{L}\p{M}\p{Nd}_ $]+)*/uy;
const plainIdentifier = /[\p{L}\p{M}\p{Nd}_ $]+/uy;

/** Reads one parameter of the query string from left to right, and reports the position of an error. */
export class Cursor {
  readonly text: string;
  at = 0;
  private readonly what: string;

  /** @param what names the parameter in messages, e.g. `order` */
  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
  }

  /** @throws RestError PGRST100 with the position */
  fail(expecting: string): never {
    const found = this.done ? "end of input" : `"${String.fromCodePoint(this.codePoint)}"`;
    this.failWith(`unexpected ${found} expecting ${expecting}`);
  }

  /** @throws RestError PGRST100 */
  failWith(details: string): never {
    const column = [...this.text.slice(0, this.at)].length + 1;
    throw badQuery(
      `"failed to parse ${this.what} (${this.text})" (line 1, column ${column})`,
      details,
    );
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  private get codePoint(): number {
    return this.text.codePointAt(this.at) ?? 0;
  }

  looksAt(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  /** Consumes the token when it is next. */
  take(token: string): boolean {
    if (!this.looksAt(token)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string, expecting = `"${token}"`): void {
    if (!this.take(token)) this.fail(expecting);
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found || found[0] === "") return undefined;
    this.at += found[0].length;
    return found[0];
  }

  skipSpace(): void {
    while (this.text[this.at] === " " || this.text[this.at] === "\t") this.at++;
  }

  /** Consumes `"a \"b\""` and returns it without quotes; undefined when no quote is next or it is unclosed. */
  quoted(): string | undefined {
    if (this.text[this.at] !== '"') return undefined;
    let value = "";
    for (let index = this.at + 1; index < this.text.length; index++) {
      const character = this.text[index];
      if (character === '"') {
        this.at = index + 1;
        return value;
      }
      if (character === "\\") index++;
      value += this.text[index] ?? "";
    }
    return undefined;
  }

  /** A column, table or function: letters, digits, `_`, `$`, inner spaces and dashes, or anything in quotes. */
  name(): string {
    const name = this.optionalName();
    if (name === undefined) this.fail("field name (* or [a..z0..9_$])");
    return name;
  }

  optionalName(): string | undefined {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const start = this.at;
    const run = this.match(identifierRun);
    if (run === undefined) return undefined;
    const name = run
      .split("-")
      .map((part) => part.trim())
      .join("-");
    if (name !== "") return name;
    this.at = start;
    return undefined;
  }

  /** A type, a text search configuration: as `name`, without quotes and dashes. */
  identifier(): string {
    const found = this.match(plainIdentifier)?.trim();
    if (!found) this.fail("letter or digit");
    return found;
  }

  /** Resets the position when `read` returns undefined. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.at;
    const value = read();
    if (value === undefined) this.at = start;
    return value;
  }
}
