import type { LocalText } from "#base/language.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";

/** The seller. Texts that the merchant has not entered are empty. */
export interface Merchant {
  readonly name: string;
  readonly legalName: string;
  readonly street: string;
  /** District, city and postal code in one line. */
  readonly city: string;
  readonly email: string;
  /** E.164, e.g. `+6281234567890`. */
  readonly whatsapp: string;
  readonly hours: LocalText;
  /** Of every moment that the shop prints. */
  readonly timeZone: ShopTimeZone;
  readonly chargesPpn: boolean;
}

/** Street and city in one line. */
export function placeOf({ street, city }: Pick<Merchant, "street" | "city">): string {
  return [street, city].filter(Boolean).join(", ");
}

/** A link that opens a chat with this text. https://faq.whatsapp.com/5913398998672934 */
export function whatsappAddress({ whatsapp }: Merchant, text: string): string {
  return `https://wa.me/${whatsapp.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}
