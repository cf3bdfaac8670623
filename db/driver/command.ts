import type { Bound } from "./types.ts";

/** A statement as PostgreSQL is asked it. */
export interface Command {
  readonly text: string;
  readonly values: readonly Bound[];
  /** Types that the values claim, zero where the place decides. Undefined when none claims one. */
  readonly types: readonly number[] | undefined;
  /**
   * `prepared`: parsed once a connection. `once`: parsed each time. `script`: several statements without values; answers
   * with the last one's rows.
   */
  readonly how: "prepared" | "once" | "script";
}

/** The rows of a statement, and what it did. */
export class Result<Row = unknown> extends Array<Row> {
  /** Rows that were read or written. */
  declare count: number;
  /** What was done, e.g. `UPDATE`. */
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
