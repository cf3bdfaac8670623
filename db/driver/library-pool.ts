import pg from "pg";

/**
 * Lends a pool of `pg` to a library that wants one, and closes it. A library's own pool stops listening while it ends: a
 * connection that is cut in that moment would end the program.
 */
export async function withLibraryPool(
  url: string,
  use: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on("error", ignoreLoss);
  pool.on("connect", (client) => client.on("error", ignoreLoss));
  try {
    await use(pool);
  } finally {
    await pool.end();
  }
}

/** The statement in progress reports it. */
function ignoreLoss(): void {}
