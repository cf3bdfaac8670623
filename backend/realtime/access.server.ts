import { type Caller, inSavepoint, inTransaction, type Sql, sqlState } from "#db/client.server.ts";

/** A person's rights on a private topic. */
export interface ChannelAccess {
  readonly canReceive: boolean;
  readonly canSend: boolean;
  /** Receive the presence of others. */
  readonly canSeePresence: boolean;
  /** Publish own presence. */
  readonly canTrack: boolean;
}

export const fullAccess: ChannelAccess = {
  canReceive: true,
  canSend: true,
  canSeePresence: true,
  canTrack: true,
};
export const noAccess: ChannelAccess = {
  canReceive: false,
  canSend: false,
  canSeePresence: false,
  canTrack: false,
};

type Extension = "broadcast" | "presence";
const insufficientPrivilege = "42501";

/**
 * A person's rights on a private topic, found by trial: reads and writes a message of the topic as that
 * person in a transaction that is rolled back. The policies of realtime.messages decide.
 * @param topic without `realtime:` in front
 */
export async function checkAccess(caller: Caller, topic: string): Promise<ChannelAccess> {
  return inTransaction<ChannelAccess>(async (sql, rollbackWith) => {
    const probes = await sql<{ id: string }[]>`
        insert into realtime.messages (topic, extension, event, private)
        values (${topic}, 'broadcast', 'probe', true), (${topic}, 'presence', 'probe', true)
        returning id`;
    const claims = JSON.stringify({ role: caller.dbRole, ...caller.claims });
    await sql`
        select set_config('role', ${caller.dbRole}, true),
               set_config('request.jwt.claims', ${claims}, true),
               set_config('realtime.topic', ${topic}, true)`;
    const rows = await sql<{ extension: Extension }[]>`
        select extension from realtime.messages where id = any(${probes.map(({ id }) => id)})`;
    const isReadable = (extension: Extension) => rows.some((row) => row.extension === extension);
    return rollbackWith({
      canReceive: isReadable("broadcast"),
      canSend: await trySend(sql, topic, "broadcast"),
      canSeePresence: isReadable("presence"),
      canTrack: await trySend(sql, topic, "presence"),
    });
  }).catch((error: unknown) => {
    // A custom role may lack privileges on the table.
    if (sqlState(error) === insufficientPrivilege) return noAccess;
    throw error;
  });
}

async function trySend(sql: Sql, topic: string, extension: Extension): Promise<boolean> {
  try {
    await inSavepoint(
      sql,
      (inner) => inner`
        insert into realtime.messages (topic, extension, event, private)
        values (${topic}, ${extension}, 'probe', true)`,
    );
    return true;
  } catch (error) {
    if (sqlState(error) === insufficientPrivilege) return false;
    throw error;
  }
}

/** A caller's rights on a channel. */
export async function accessOf(
  { isPrivate }: { isPrivate: boolean },
  name: string,
  caller: Caller,
  options: { allowPublicChannels: boolean },
): Promise<ChannelAccess> {
  if (!isPrivate) return options.allowPublicChannels ? fullAccess : noAccess;
  const access = await checkAccess(caller, name);
  return access.canReceive || access.canSeePresence ? access : noAccess;
}
