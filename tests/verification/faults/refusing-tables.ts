import { openPostgres, type PoolSql } from "#db/driver.server.ts";

/**
 * Makes PostgreSQL refuse every write to some tables, as it does when the server has a fault and the row has none.
 */
export class RefusingTables {
  private readonly sql: PoolSql;

  /** @param address of a login that owns the tables */
  constructor(address: string) {
    const quiet = { max: 1 };
    this.sql = openPostgres(address, quiet) as unknown as PoolSql;
  }

  async prepare(): Promise<void> {
    // A sequence advances even when its transaction is rolled back.
    await this.sql`create schema faults`;
    await this.sql`create sequence faults.refused`;
    await this.sql`
      create function faults.refuse() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        if nextval('faults.refused') <= tg_argv[1]::bigint then
          raise exception 'refused for a test' using errcode = tg_argv[0];
        end if;
        return null;
      end $$`;
  }

  /**
   * @param sqlState PostgreSQL's error code
   * @param times the number of refusals from now on, all tables together
   */
  async refuse(tables: readonly string[], sqlState: string, times = 1_000_000): Promise<void> {
    await this.sql`select setval('faults.refused', 1, false)`;
    for (const table of tables) {
      await this.sql.unsafe(
        `create trigger refused before insert or update on ${table}
         for each statement execute function faults.refuse('${sqlState}', '${times}')`,
      );
    }
  }

  async accept(tables: readonly string[]): Promise<void> {
    for (const table of tables) await this.sql.unsafe(`drop trigger refused on ${table}`);
  }

  /** @returns the number of refusals since `refuse` */
  async refused(times: number): Promise<number> {
    const [row] = await this.sql<{ last: number }[]>`
      select case when is_called then last_value else 0 end::int as last from faults.refused`;
    return Math.min(row?.last ?? 0, times);
  }

  async end(): Promise<void> {
    await this.sql.end();
  }
}
