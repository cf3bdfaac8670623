import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { sessionClient } from "./session.client.ts";

/**
 * Joins one of the shop's private channels with the person's session. Where the websocket does not get through, nothing is
 * ever called.
 * @param open sets up the channel and subscribes to it
 * @returns leaves the channel, also while it is still being joined
 */
export function joinChannel(open: (client: SupabaseClient) => RealtimeChannel): () => void {
  let isGone = false;
  let leave = () => {};
  const join = async () => {
    const client = await sessionClient();
    const { data } = await client.auth.getSession();
    if (isGone || !data.session) return;
    await client.realtime.setAuth(data.session.access_token);
    if (isGone) return;
    const channel = open(client);
    leave = () => void client.removeChannel(channel);
  };
  join().catch((error: unknown) => console.error("No live news", error));
  return () => {
    isGone = true;
    leave();
  };
}

/**
 * Calls `onChange` for each message `changed` of a topic.
 * @param onJoin called after each join, also after a reconnection. Messages sent before a join are lost.
 * @returns a function that leaves the topic
 */
export function joinTopic(topic: string, onChange: () => void, onJoin?: () => void): () => void {
  return joinChannel((client) =>
    client
      .channel(topic, { config: { private: true } })
      .on("broadcast", { event: "changed" }, onChange)
      .subscribe((status) => {
        if (status === "SUBSCRIBED") onJoin?.();
      }),
  );
}
