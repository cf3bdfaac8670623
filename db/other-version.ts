import { OperatorError } from "#base/errors.ts";

/** The database has a migration that this version of the program lacks or has with another text. */
export class OtherVersionError extends OperatorError {
  /** File name of the first such migration. */
  readonly migration: string;

  constructor(migration: string) {
    super(
      `the database was made by another version of the program, with the migration ${migration}`,
    );
    this.migration = migration;
  }
}
