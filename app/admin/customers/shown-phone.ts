import { formatPhone } from "#shop/kernel/phone.ts";

/** A phone number in the local format. Masked numbers already have it. */
export function shownPhone(phone: string): string {
  return phone.startsWith("+") ? formatPhone(phone) : phone;
}
