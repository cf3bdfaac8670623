import { formatPhone } from "#shop/kernel/phone.ts";

/** A phone number to read; a masked one already has this form. */
export function shownPhone(phone: string): string {
  return phone.startsWith("+") ? formatPhone(phone) : phone;
}
