/** Settings of a connection, as PostgreSQL names them. */
export type Settings = Readonly<Record<string, string | number | boolean>>;

/** These say how a connection works, not a transaction: the name is sent at the start, the others have no use. */
const ofConnection = new Set([
  "application_name",
  "default_transaction_read_only",
  "plan_cache_mode",
]);

/**
 * Settings that each transaction makes for itself. A pooler in transaction mode (PgBouncer) refuses settings at the start
 * of a connection and gives each transaction any connection of PostgreSQL (docs/why/database.md).
 */
export class TransactionSettings {
  readonly #isReadOnly: boolean;
  readonly #prelude: string;

  /** @param settings trusted values: they become part of the SQL */
  constructor(settings: Settings) {
    this.#isReadOnly = settings.default_transaction_read_only === true;
    const calls = Object.entries(settings)
      .filter(([name]) => !ofConnection.has(name))
      .map(([name, value]) => `set_config('${name}', '${value}', true)`);
    this.#prelude = calls.length > 0 ? `; select ${calls.join(", ")}` : "";
  }

  /** One script: a failed setting leaves an aborted transaction, in which nothing else runs. */
  begin(mode: string): string {
    return `begin ${mode || (this.#isReadOnly ? "read only" : "read write")}${this.#prelude}`;
  }
}
