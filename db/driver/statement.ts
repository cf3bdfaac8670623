import type pg from "pg";
import { type Command, Result } from "./command.ts";
import type { Parse, Parsers } from "./types.ts";

/** A statement that a connection has prepared. */
export interface Prepared {
  readonly name: string;
  isSent: boolean;
  /** Known after the first run; PostgreSQL refuses the statement when the columns change. */
  columns?: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly parse: Parse | undefined;
}

/** The parts of the client's connection that a statement writes to. */
export interface Wire {
  query(text: string): void;
  parse(message: { name: string; text: string; types?: readonly number[] }): void;
  bind(message: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string }): void;
  sync(): void;
}

interface Settle {
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/**
 * One statement in progress, in the form that `pg.Client#query` accepts: an object that writes its own
 * messages and receives the answers. The client's own class asks for the columns of a prepared statement each
 * time.
 */
export class Statement {
  readonly text: string;
  /** The client records parsed statements under this name; undefined for an unprepared statement. */
  readonly name: string | undefined;
  readonly prepared: Prepared | undefined;
  readonly #command: Command;
  readonly #parsers: Parsers;
  readonly #settle: Settle;
  #result = new Result();
  #columns: readonly Column[] = [];
  /** The error of a row that could not be read. */
  #unreadable: { readonly error: unknown } | undefined;

  constructor(command: Command, prepared: Prepared | undefined, parsers: Parsers, settle: Settle) {
    this.text = command.text;
    this.prepared = prepared;
    this.name = prepared?.name;
    this.#command = command;
    this.#parsers = parsers;
    this.#settle = settle;
  }

  submit(wire: Wire): null {
    const { text, values, types, how } = this.#command;
    if (how === "script") {
      wire.query(text);
      return null;
    }
    const { prepared } = this;
    const name = prepared?.name ?? "";
    if (!prepared?.isSent) wire.parse({ name, text, ...(types ? { types } : {}) });
    if (prepared) prepared.isSent = true;
    wire.bind({ statement: name, values });
    if (prepared?.columns) this.#columns = prepared.columns;
    else wire.describe({ type: "P", name: "" });
    wire.execute({ portal: "" });
    wire.sync();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    // The next statement of a script begins.
    if (this.#result.command) this.#result = new Result();
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#parsers.of(dataTypeID),
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      for (let n = 0; n < fields.length; n++) {
        const { name, parse } = this.#columns[n] as Column;
        const text = fields[n] as string | null;
        row[name] = text === null || !parse ? text : parse(text);
      }
    } catch (error) {
      this.#unreadable ??= { error };
    }
    this.#result.push(row);
  }

  /** @param message.text e.g. `INSERT 0 3` */
  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(" ");
    const last = Number(words.at(-1));
    this.#result.command = words[0] ?? "";
    this.#result.count = Number.isNaN(last) ? 0 : last;
    if (this.prepared) this.prepared.columns ??= this.#columns;
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(wire: { sendCopyFail(reason: string): void }): void {
    wire.sendCopyFail("COPY is not supported");
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#settle.reject(this.#unreadable.error);
    else this.#settle.resolve(this.#result);
  }
}
