import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { demoPassword } from "#db/seed/accounts.server.ts";
import { demoAddressId, regularMethodId } from "./shop.ts";

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
    const orderId = await order(buyer, await variantOf(visitor));
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

async function order(client: SupabaseClient, variant_id: string): Promise<string> {
  const asked = {
    lines: [{ variant_id, quantity: 1 }],
    address_id: demoAddressId,
    shipping_method_id: regularMethodId,
    payment_method: "builtin:card",
  };
  const quote = await client.functions.invoke("quote-cart", { body: asked });
  const placed = await client.functions.invoke("place-order", {
    headers: { "Idempotency-Key": randomUUID() },
    body: {
      ...asked,
      expected_total: quote.data.total,
      accepted_terms_version: quote.data.terms_version,
    },
  });
  if (placed.error) throw new Error(JSON.stringify(await placed.error.context?.json?.()));
  return placed.data.order.id;
}
