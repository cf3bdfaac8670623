/*
 * The names of banks and wallets in the shop's own stamp letters, one stroke in the colour of the text: no mark is a copy of
 * its owner's logo.
 */
import type { PaymentMethod } from "#shop/settings/payment-methods/payment-method.ts";
import drawings from "./payment-marks.svg?url";

/** Of each drawing its width; all are fourteen high. */
const widths = {
  QRIS: 56,
  BCA: 34,
  Mandiri: 68,
  BNI: 26,
  BRI: 26,
  Permata: 83,
  "Apple Pay": 99,
  "Google Pay": 111,
  GoPay: 58,
  OVO: 34,
  DANA: 46,
  ShopeePay: 104,
  Visa: 38,
  Mastercard: 119,
};
export type PaymentMarkName = keyof typeof widths;

/** What a payment method is recognised by. */
const marksOfMethod: Readonly<Record<string, readonly PaymentMarkName[]>> = {
  "builtin:qris": ["QRIS"],
  "builtin:va_bca": ["BCA"],
  "builtin:va_mandiri": ["Mandiri"],
  "builtin:va_bni": ["BNI"],
  "builtin:va_bri": ["BRI"],
  "builtin:va_permata": ["Permata"],
  "builtin:device": ["Apple Pay", "Google Pay"],
  "builtin:wallet": ["GoPay", "OVO", "DANA", "ShopeePay"],
  "builtin:card": ["Visa", "Mastercard"],
  "stripe:automatic": ["Visa", "Mastercard", "Apple Pay", "Google Pay"],
  "midtrans:snap": ["GoPay", "ShopeePay", "QRIS"],
};

const marksOfChannel: Readonly<Record<string, readonly PaymentMarkName[]>> = {
  gopay: ["GoPay"],
  shopeepay: ["ShopeePay"],
  other_qris: ["QRIS"],
  dana: ["DANA"],
  ovo: ["OVO"],
  bca_va: ["BCA"],
  bni_va: ["BNI"],
  bri_va: ["BRI"],
  echannel: ["Mandiri"],
  permata_va: ["Permata"],
  credit_card: ["Visa", "Mastercard"],
};

/** The marks of some payment methods, each once; none for those that are only words. */
export function marksOf(
  methods: readonly Pick<PaymentMethod, "id" | "channels">[],
): PaymentMarkName[] {
  const marks = methods.flatMap(
    ({ id, channels }) =>
      channels?.flatMap((channel) => marksOfChannel[channel] ?? []) ?? marksOfMethod[id] ?? [],
  );
  return [...new Set(marks)];
}

/** One name in stamp letters; QRIS with a code before it. The drawings come once for all pages. */
export function PaymentMark({ name }: { name: PaymentMarkName }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${widths[name]} 14`} className="payment-mark">
      <use href={`${drawings}#${name.toLowerCase().replace(" ", "-")}`} />
    </svg>
  );
}

/** Several marks in a row; smaller on a phone, where the five banks just fit. Not links and not filters. @param isAlone no text beside them says the same */
export function PaymentMarks({
  names,
  isAlone,
}: {
  names: readonly PaymentMarkName[];
  isAlone?: boolean;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2.5 text-muted max-sm:gap-x-3">
      {names.map((name) => (
        <span key={name}>
          <PaymentMark name={name} />
          {isAlone ? <span className="sr-only">{name}</span> : null}
        </span>
      ))}
    </span>
  );
}
