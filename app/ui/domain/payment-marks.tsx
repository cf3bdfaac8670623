/*
 * The names of banks and wallets in the shop's own stamp letters, one stroke in the colour of the text: no mark is a copy of
 * its owner's logo (decision 0191).
 */

/** Of each letter its width and its strokes, twelve high. */
const letters: Readonly<Record<string, readonly [width: number, strokes: string]>> = {
  A: [8, "M0 12 4 0l4 12M1.4 8h5.2"],
  B: [8, "M0 0v12h6.5L8 10.5v-3L6.5 6H0h6l1.5-1.5v-3L6 0z"],
  C: [8, "M8 1.5 6.5 0h-5L0 1.5v9L1.5 12h5L8 10.5"],
  D: [8, "M0 0h5.5L8 2.5v7L5.5 12H0z"],
  E: [7, "M7 0H0v12h7M0 6h5.5"],
  G: [8, "M8 1.5 6.5 0h-5L0 1.5v9L1.5 12h5L8 10.5V6.5H4.5"],
  H: [8, "M0 0v12M8 0v12M0 6h8"],
  I: [0, "M0 0v12"],
  L: [7, "M0 0v12h7"],
  M: [10, "M0 12V0l5 7 5-7v12"],
  N: [8, "M0 12V0l8 12V0"],
  O: [8, "M1.5 0h5L8 1.5v9L6.5 12h-5L0 10.5v-9z"],
  P: [8, "M0 12V0h6.5L8 1.5v4L6.5 7H0"],
  Q: [8, "M1.5 0h5L8 1.5v9L6.5 12h-5L0 10.5v-9zM4.5 8.5l4 4"],
  R: [8, "M0 12V0h6.5L8 1.5v4L6.5 7H0M4 7l4 5"],
  S: [8, "M8 1.5 6.5 0h-5L0 1.5v3L1.5 6h5L8 7.5v3L6.5 12h-5L0 10.5"],
  T: [8, "M0 0h8M4 0v12"],
  V: [8, "M0 0l4 12L8 0"],
  Y: [8, "M0 0l4 6 4-6M4 6v6"],
  " ": [3, ""],
};
const gap = 4;

/** What a payment method is recognised by. */
const marksOfMethod: Readonly<Record<string, readonly string[]>> = {
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

/** The marks of some payment methods, each once; none for those that are only words. */
export function marksOf(methods: readonly { readonly id: string }[]): string[] {
  return [...new Set(methods.flatMap(({ id }) => marksOfMethod[id] ?? []))];
}

/** The four corners of a code that is scanned. */
const code = [14, "M0 4V0h4M8 0h4v4M12 8v4H8M4 12H0V8"] as const;

/** One name in stamp letters; QRIS with a code before it. */
export function PaymentMark({ name }: { name: string }) {
  let width = 0;
  const strokes = [
    ...(name === "QRIS" ? [code] : []),
    ...[...name.toUpperCase()].map(lettered),
  ].map(([own, path], index) => {
    const at = width;
    width += own + gap;
    // biome-ignore lint/suspicious/noArrayIndexKey: the letters of a name never move
    return <path key={index} d={path} transform={`translate(${at})`} />;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${width - gap + 2} 14`}
      className="h-3 w-auto shrink-0 fill-none stroke-current stroke-2 max-sm:h-2.5"
    >
      {strokes}
    </svg>
  );
}

function lettered(letter: string): readonly [width: number, strokes: string] {
  return letters[letter] ?? [0, ""];
}

/** Several marks in a row; smaller on a phone, where the five banks just fit. Not links and not filters. @param isAlone no text beside them says the same */
export function PaymentMarks({ names, isAlone }: { names: readonly string[]; isAlone?: boolean }) {
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
