import type { Bound } from "./types.ts";

/** A statement as it is sent to PostgreSQL. */
export interface Command {
  readonly text: string;
  readonly values: readonly Bound[];
  /**
   * Types of the values, zero where PostgreSQL infers the type. Undefined when no value has an explicit type.
   */
  readonly types: readonly number[] | undefined;
  /**
   * `prepared`: parsed once a connection. `once`: parsed each time. `script`: several statements without
   * values; returns the last one's rows.
   */
  readonly how: "prepared" | "once" | "script";
}

/** The rows of a statement, its row count and its command. */
export class Result<Row = unknown> extends Array<Row> {
  /** Rows read or written. */
  declare count: number;
  /** The command, e.g. `UPDATE`. */
  declare command: string;

  constructor() {
    super();
    // Not enumerable, so that a result equals a plain array of its rows.
    Object.defineProperty(this, "count", { value: 0, writable: true });
    Object.defineProperty(this, "command", { value: "", writable: true });
  }

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}
