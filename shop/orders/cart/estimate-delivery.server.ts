import { dateNow } from "#base/clock.ts";
import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { visitor } from "#shop/kernel/access.ts";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";
import { evaluateCart } from "./quote-cart.server.ts";

/** Price and arrival of a delivery of one variant, of printed pieces after their production. Empty when it cannot be sent. */
export async function estimateDelivery(
  input: { variant_id: string; quantity: number; region_code: string; is_printed?: boolean },
  language: Language,
): Promise<readonly ShippingOption[]> {
  const { variant_id, quantity, region_code, is_printed = false } = input;
  const cart = { lines: [{ variant_id, quantity }], region_code };
  const { quote } = await evaluateCart(
    asShop(),
    visitor,
    cart,
    language,
    dateNow(),
    undefined,
    undefined,
    is_printed,
  );
  return quote.shipping_options;
}
