import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { demoAddressId, regularMethodId, variantInStock } from "./shop.ts";

/**
 * Orders one piece for the demo customer, to be paid at Stripe, through the endpoints that a merchant's own client
 * would use.
 * @param client signed in as the demo customer
 * @returns the order's id
 */
export async function placeThroughFunctions(client: SupabaseClient): Promise<string> {
  const asked = {
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
    address_id: demoAddressId,
    shipping_method_id: regularMethodId,
    payment_method: "stripe:automatic",
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
