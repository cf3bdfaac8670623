import { listenerConnections } from "./client.server.ts";

/**
 * Listens to a channel of PostgreSQL on a separate connection, which reconnects after a restart of the
 * server.
 * @param onGap called on the first connection and after each reconnection: messages may have been missed
 * before it
 * @returns a function that stops listening
 */
export async function listen(
  channel: string,
  onMessage: (payload: string) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  const { unlisten } = await listenerConnections().listen(channel, onMessage, onGap);
  return unlisten;
}
