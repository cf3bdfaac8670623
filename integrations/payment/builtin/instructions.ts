import { createHash } from "node:crypto";

/** Prefixes of five digits, one for each bank; the other digits identify the payment. */
const prefixes: Readonly<Record<string, string>> = {
  bca: "39010",
  mandiri: "88608",
  bni: "98801",
  bri: "77777",
  permata: "85280",
};

export const virtualAccountBanks = Object.keys(prefixes);

/** The sixteen-digit virtual account number of a payment. */
export function virtualAccount(bank: string, paymentId: string): string {
  const hash = createHash("sha256").update(paymentId).digest();
  const digits = Array.from({ length: 11 }, (_, index) => (hash[index] ?? 0) % 10).join("");
  return `${prefixes[bank] ?? "00000"}${digits}`;
}

/** One field of a merchant-presented code: tag, length in two digits, value. */
function field(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, "0")}${value}`;
}

/**
 * The text of a dynamic QRIS code, in the format of EMVCo's merchant-presented mode. The acquirer does not exist, so no
 * wallet can pay it.
 * @param amount whole rupiah
 */
export function qrisText(paymentId: string, amount: number): string {
  const text = [
    field("00", "01"),
    field("01", "12"),
    field("26", field("00", "ID.ETALASE.UJI") + field("01", paymentId.slice(-20))),
    field("52", "5399"),
    field("53", "360"),
    field("54", String(amount)),
    field("58", "ID"),
    field("59", "UJI COBA ETALASE"),
    field("60", "BANDUNG"),
    field("62", field("05", paymentId.slice(-12))),
    "6304",
  ].join("");
  return text + crc16(text);
}

/** CRC-16/CCITT-FALSE in four hexadecimal digits, as EMVCo requires. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      crc &= 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
