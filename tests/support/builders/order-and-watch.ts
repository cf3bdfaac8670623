import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { demoPassword } from "#db/seed/accounts.server.ts";
import { placeThroughFunctions } from "./place-through-functions.ts";

/** What one purchase through the backend API showed. */
export interface Seen {
  readonly orderId: string;
  /** Ids of the orders that the buyer and a visitor read. */
  readonly buyer: string[];
  readonly visitor: string[];
  /** The error code of the buyer's attempt to change the order's status. */
  readonly update: string | undefined;
  /** The status of the order after the realtime message about its cancellation. */
  readonly status: string;
}

/** The demo customer orders one piece, watches it, and cancels it, with the official client alone. */
export async function orderAndWatch(url: string, publishableKey: string): Promise<Seen> {
  const visitor = createClient(url, publishableKey, memory);
  const buyer = createClient(url, publishableKey, memory);
  const signedIn = await buyer.auth.signInWithPassword({
    email: "customer@etalase.test",
    password: demoPassword,
  });
  if (signedIn.error) throw signedIn.error;
  try {
    const variant_id = await variantOf(visitor);
    const orderId = await placeThroughFunctions(buyer, {
      variant_id,
      payment_method: "builtin:card",
    });
    const ofOrder = (client: SupabaseClient) =>
      client.from("orders").select("id, status").eq("id", orderId);
    const mine = await ofOrder(buyer);
    const theirs = await ofOrder(visitor);
    const change = await buyer.from("orders").update({ status: "delivered" }).eq("id", orderId);
    const { next } = await watch(buyer, `order:${orderId}`);
    await buyer.functions.invoke("cancel-order", {
      headers: { "Idempotency-Key": randomUUID() },
      body: { order_id: orderId },
    });
    await next;
    return {
      orderId,
      buyer: idsOf(mine.data),
      visitor: idsOf(theirs.data),
      update: change.error?.code,
      status: (await ofOrder(buyer)).data?.[0]?.status,
    };
  } finally {
    await buyer.removeAllChannels();
    buyer.realtime.disconnect();
  }
}

const memory = { auth: { persistSession: false, autoRefreshToken: false } };

const idsOf = (rows: readonly { id: string }[] | null) => (rows ?? []).map(({ id }) => id);

/** Joins a private topic. @returns a wrapped promise of its next message */
async function watch(client: SupabaseClient, topic: string): Promise<{ next: Promise<void> }> {
  const next = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  client
    .channel(topic, { config: { private: true } })
    .on("broadcast", { event: "*" }, () => next.resolve())
    .subscribe((state, error) => {
      if (state === "SUBSCRIBED") joined.resolve();
      if (state === "CHANNEL_ERROR") joined.reject(error ?? new Error(state));
    });
  await joined.promise;
  return { next: next.promise };
}

async function variantOf(client: SupabaseClient): Promise<string> {
  const { data, error } = await client
    .from("product_variants")
    .select("id")
    .eq("stock_band", "in")
    .limit(1);
  if (error) throw error;
  return data[0]?.id;
}
