/** A migration by name and text. */
export interface MigrationMark {
  /** File name; names sort in the order of application. */
  readonly name: string;
  /** sha256 of the text: an applied migration must not change. */
  readonly checksum: string;
}

export interface MigrationState {
  /** Names that the database lacks. */
  readonly missing: readonly string[];
  /** The first one that does not belong to this version, or was changed. */
  readonly foreign: string | undefined;
}

/**
 * Compares the migrations of this version with those that a database has. Newer migrations, named after all of this
 * version's, are accepted if the database has all of this version's (docs/why/database.md).
 */
export function compareMigrations(
  known: readonly MigrationMark[],
  applied: readonly MigrationMark[],
): MigrationState {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const names = new Set(applied.map(({ name }) => name));
  const missing = known.map(({ name }) => name).filter((name) => !names.has(name));
  const last = known.at(-1)?.name ?? "";
  const isForeign = ({ name, checksum }: MigrationMark) =>
    checksums.has(name) ? checksums.get(name) !== checksum : name <= last || missing.length > 0;
  return { missing, foreign: applied.find(isForeign)?.name };
}
