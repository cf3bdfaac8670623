import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { demoAddressId, regularMethodId, variantInStock } from "./shop.ts";

/**
 * Orders one piece for the demo customer, through the endpoints that a merchant's own client would use.
 * @param client signed in as the demo customer
 * @param given.variant_id default: any that is in stock
 * @param given.payment_method default: at Stripe
 * @returns the order's id
 */
export async function placeThroughFunctions(
  client: SupabaseClient,
  given: { readonly variant_id?: string; readonly payment_method?: string } = {},
): Promise<string> {
  const asked = {
    lines: [{ variant_id: given.variant_id ?? (await variantInStock()), quantity: 1 }],
    address_id: demoAddressId,
    shipping_method_id: regularMethodId,
    payment_method: given.payment_method ?? "stripe:automatic",
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
