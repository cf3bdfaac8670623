import type { Command, Result } from "./command.ts";
import type { Session } from "./session.ts";
import { bind, typeOf } from "./types.ts";

/** Sends a query and settles it. */
export type Handler = (query: Query) => void;

/**
 * A statement that is sent when it is awaited or when `execute` is called. Until then it is a piece of SQL
 * that another statement may contain.
 */
export class Query extends Promise<Result> {
  /** Tests replace it to delay statements. */
  handler: Handler;
  readonly strings: readonly string[];
  readonly args: readonly unknown[];
  readonly how: Command["how"];
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
  #isSent = false;

  constructor(
    strings: readonly string[],
    args: readonly unknown[],
    handler: Handler,
    how: Command["how"],
  ) {
    let resolve: (result: Result) => void = ignore;
    let reject: (reason: unknown) => void = ignore;
    super((resolved, rejected) => {
      resolve = resolved;
      reject = rejected;
    });
    this.strings = strings;
    this.args = args;
    this.handler = handler;
    this.how = how;
    this.resolve = resolve;
    this.reject = reject;
    if (how === "prepared" && !origins.has(strings)) origins.set(strings, new Error());
  }

  // `then` returns a plain promise, not another statement.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** Sends the statement now. */
  execute(): this {
    if (!this.#isSent) {
      this.#isSent = true;
      this.handler(this);
    }
    return this;
  }

  // biome-ignore lint/suspicious/noThenProperty: waiting for a statement is what sends it
  override then<T = Result, E = never>(
    onDone?: ((result: Result) => T | PromiseLike<T>) | null,
    onFailed?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<T | E> {
    this.execute();
    return super.then(onDone, onFailed);
  }

  /** Sends the statement over a connection and settles it with the answer. */
  sendTo(session: Session, { mayRepeat = false, around, onFailed, onSettled }: Sending): void {
    const reject = (error: unknown) => {
      nameOrigin(error, origins.get(this.strings));
      onFailed?.(error);
      onSettled?.();
      this.reject(error);
    };
    const resolve = (result: Result) => {
      onSettled?.();
      this.resolve(result);
    };
    let command: Command;
    try {
      command = this.#command();
    } catch (error) {
      reject(error);
      return;
    }
    if (around)
      around((settle) => session.send(command, settle.resolve, settle.reject, false)).then(
        resolve,
        reject,
      );
    else session.send(command, resolve, reject, mayRepeat);
  }

  /**
   * The statement with its pieces inserted.
   * @throws TypeError when a value cannot be sent
   */
  #command(): Command {
    if (this.how !== "prepared") return commandOf(this.strings[0] ?? "", this.args, this.how);
    const isPlain = !this.args.some(isPiece);
    const values: unknown[] = [];
    const text = isPlain ? plainText(this.strings) : write(this, "", values);
    return commandOf(text, isPlain ? this.args : values, this.how);
  }
}

export interface Sending {
  /** Retry the statement once when only its prepared form is outdated. */
  readonly mayRepeat?: boolean;
  /** Sends the statement between others. @returns the statement's result once all are answered */
  readonly around?: (send: (settle: PromiseWithResolvers<Result>) => void) => Promise<Result>;
  /** Called with an error before the statement's promise rejects. */
  readonly onFailed?: (error: unknown) => void;
  /** Called before the statement's promise settles. */
  readonly onSettled?: () => void;
}

/** @throws TypeError when a value cannot be sent */
export function commandOf(text: string, args: readonly unknown[], how: Command["how"]): Command {
  const isTyped = args.some((arg) => typeOf(arg) !== 0);
  return { text, values: args.map(bind), types: isTyped ? args.map(typeOf) : undefined, how };
}

function ignore(): void {}

/** Where each template stands in the source, recorded with its first statement. */
const origins = new WeakMap<readonly string[], Error>();

/** Replaces an error's stack, which shows where the answer was read, by that of the statement's template. */
function nameOrigin(error: unknown, origin: Error | undefined): void {
  if (!(error instanceof Error) || !origin?.stack) return;
  const frames = origin.stack.split("\n").filter((line) => /^ +at /.test(line));
  const outside = frames.filter((line) => !line.includes("/db/driver/"));
  error.stack = [`${error.name}: ${error.message}`, ...outside].join("\n");
}

/** A name of a table or column, quoted. */
export class Identifier {
  readonly text: string;

  /** @param name with a dot between schema and table */
  constructor(name: string) {
    this.text = name.split(".").map(quote).join(".");
  }
}

/** Rows to insert, columns to set, or a list after `in`, depending on the SQL before it. */
export class Helper {
  readonly of: object | readonly unknown[];

  constructor(of: object | readonly unknown[]) {
    this.of = of;
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function isPiece(value: unknown): boolean {
  return (
    value instanceof Query ||
    value instanceof Helper ||
    value instanceof Identifier ||
    (Array.isArray(value) && value[0] instanceof Query)
  );
}

/** A template is one object for its place in the source, so its text is built once. */
const plainTexts = new WeakMap<readonly string[], string>();

function plainText(strings: readonly string[]): string {
  const known = plainTexts.get(strings);
  if (known !== undefined) return known;
  const text = strings.reduce((before, part, n) => `${before}$${n}${part}`);
  plainTexts.set(strings, text);
  return text;
}

function write(query: Query, before: string, values: unknown[]): string {
  return query.args.reduce<string>(
    (text, arg, n) => writeArgument(arg, text, values) + (query.strings[n + 1] ?? ""),
    before + (query.strings[0] ?? ""),
  );
}

function writeArgument(arg: unknown, text: string, values: unknown[]): string {
  if (arg instanceof Query) return write(arg, text, values);
  if (arg instanceof Identifier) return text + arg.text;
  if (arg instanceof Helper) return text + writeHelper(arg.of, text, values);
  if (Array.isArray(arg) && arg[0] instanceof Query) {
    return arg.reduce<string>((before, part) => write(part as Query, `${before} `, values), text);
  }
  values.push(arg);
  return `${text}$${values.length}`;
}

type Columns = Record<string, unknown>;

function writeHelper(of: object | readonly unknown[], before: string, values: unknown[]): string {
  const list = (items: readonly unknown[]) =>
    items.map((item) => writeArgument(item, "", values)).join();
  if (/\sin\s*$/i.test(before)) return `(${list(of as readonly unknown[]) || "null"})`;
  if (/\sset\s*$/i.test(before)) {
    return Object.entries(of)
      .map(([name, value]) => `${quote(name)} = ${list([value])}`)
      .join();
  }
  const rows = (Array.isArray(of) ? of : [of]) as readonly Columns[];
  const columns = Object.keys(rows[0] ?? {});
  const tuples = rows.map((row) => `(${list(columns.map((column) => row[column]))})`);
  return `(${columns.map(quote).join()}) values ${tuples.join()}`;
}
