import { type Caller, inTransaction, type Sql, sqlState } from "#db/client.server.ts";

export interface ChannelAccess {
  readonly canReceive: boolean;
  readonly canSend: boolean;
}

/** Carries the result out of a transaction that must leave nothing behind. */
class RolledBack extends Error {
  readonly access: ChannelAccess;

  constructor(access: ChannelAccess) {
    super("rolled back on purpose");
    this.access = access;
  }
}

const insufficientPrivilege = "42501";

/**
 * What a person may do on a private topic, by really doing it: reading a message of the topic and writing one,
 * as that person, in a transaction that is rolled back. The policies of realtime.messages decide.
 * @param topic without `realtime:` in front
 */
export async function checkAccess(caller: Caller, topic: string): Promise<ChannelAccess> {
  try {
    await inTransaction(async (sql) => {
      await sql`
        insert into realtime.messages (topic, extension, event, private)
        values (${topic}, 'broadcast', 'probe', true)`;
      const claims = JSON.stringify({ role: caller.dbRole, ...caller.claims });
      await sql`
        select set_config('role', ${caller.dbRole}, true),
               set_config('request.jwt.claims', ${claims}, true),
               set_config('realtime.topic', ${topic}, true)`;
      const rows = await sql`
        select 1 from realtime.messages where topic = ${topic} and extension = 'broadcast' limit 1`;
      throw new RolledBack({ canReceive: rows.length > 0, canSend: await trySend(sql, topic) });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.access;
    throw error;
  }
  return { canReceive: false, canSend: false };
}

/** The last statement of its transaction: a refusal ends it, which is what happens next anyway. */
async function trySend(sql: Sql, topic: string): Promise<boolean> {
  try {
    await sql`
      insert into realtime.messages (topic, extension, event, private)
      values (${topic}, 'broadcast', 'probe', true)`;
    return true;
  } catch (error) {
    if (sqlState(error) === insufficientPrivilege) return false;
    throw error;
  }
}
