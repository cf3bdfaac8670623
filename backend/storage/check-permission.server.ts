import { accessDenied, keyAlreadyExists, noSuchBucket } from "#backend/storage/errors.ts";
import {
  asCaller,
  asShop,
  type Caller,
  inTransaction,
  type Sql,
  sqlState,
  violatedConstraint,
} from "#db/client.server.ts";

/** Carries the result out of a transaction that is always rolled back. */
class Undone<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("rolled back on purpose");
    this.result = result;
  }
}

/**
 * One transaction as the caller, whose operation policies can read with `storage.operation()`.
 * @param operation e.g. `object.list`
 * @throws StorageError when a policy, a taken name or a missing bucket prevents it
 */
export async function performAs<T>(
  caller: Caller,
  operation: string,
  work: (sql: Sql) => Promise<T>,
  mode: "read write" | "read only" = "read write",
): Promise<T> {
  try {
    return await asCaller(
      caller,
      async (sql) => {
        const operationSet = sql`
          select set_config('storage.operation', ${`storage.${operation}`}, true)`.execute();
        operationSet.catch(() => undefined);
        const result = await work(sql);
        await operationSet;
        return result;
      },
      mode,
    );
  } catch (error) {
    throw refusalOf(error);
  }
}

/** As `performAs`, but always rolled back: tests the caller's permission by trial. */
export async function checkPermission<T>(
  caller: Caller,
  operation: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  try {
    return await performAs(caller, operation, async (sql) => {
      throw new Undone(await work(sql));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}

/**
 * Writes with the rights of the shop after a permission check.
 * @throws StorageError
 */
export async function record<T>(
  work: (sql: Sql) => Promise<T>,
  options: { inOneTransaction?: boolean } = {},
): Promise<T> {
  try {
    return await (options.inOneTransaction ? inTransaction(work) : work(asShop()));
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  const state = sqlState(error);
  if (state === "42501") return accessDenied();
  if (state === "23505" && violatedConstraint(error) === "key_already_exists") {
    return keyAlreadyExists();
  }
  if (state === "23503") return noSuchBucket();
  return error;
}
