import type { Language } from "#base/language.ts";
import { visitor } from "#shop/access.ts";
import type { ShippingOption } from "#shop/shipping/shipping.ts";
import { quoteCart } from "./quote-cart.server.ts";

/** Price and arrival of a delivery of one variant. Empty when it cannot be sent. */
export async function estimateDelivery(
  input: { variant_id: string; quantity: number; region_code: string },
  language: Language,
): Promise<readonly ShippingOption[]> {
  const { variant_id, quantity, region_code } = input;
  const quote = await quoteCart(
    { actor: visitor },
    { lines: [{ variant_id, quantity }], region_code },
    language,
  );
  return quote.shipping_options;
}
