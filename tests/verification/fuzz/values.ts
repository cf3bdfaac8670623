import { SeededRandom } from "#db/seed/deterministic.ts";
import { hostileTexts } from "#tests/support/browser/hostile.ts";

/** True with this probability. */
export function often(random: FuzzRandom, share: number): boolean {
  return random.next() < share;
}

/** Half of all requests contain nothing odd: a request that is refused early covers little code. */
export class FuzzRandom extends SeededRandom {
  readonly isCalm: boolean = this.next() < 0.5;
}

/** True with this probability, but never in a calm request. */
export function oddly(random: FuzzRandom, share: number): boolean {
  const isOdd = random.next() < share;
  return isOdd && !random.isCalm;
}

/** Up to `most` of the items, in their order. */
export function some<T>(random: FuzzRandom, items: readonly T[], max: number): T[] {
  const share = Math.min(1, max / Math.max(1, items.length));
  return items.filter(() => often(random, share)).slice(0, max);
}

/** A UUID of version 4, the same for the same state of the random numbers. */
export function uuid(random: FuzzRandom): string {
  const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join("");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20)].join("-");
}

export function word(random: FuzzRandom, length = random.whole(1, 12)): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length }, () => random.pick([...letters])).join("");
}

/** A value of any JSON type, independent of the requested type. */
export function oddValue(random: FuzzRandom, depth = 0): unknown {
  const simple: readonly (() => unknown)[] = [
    () => random.pick(hostileTexts),
    () => random.pick([null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -0, 1e-7]),
    () => uuid(random),
    () => word(random),
  ];
  const nested: readonly (() => unknown)[] = [
    () => Array.from({ length: random.whole(0, 4) }, () => oddValue(random, depth + 1)),
    () =>
      Object.fromEntries(
        Array.from({ length: random.whole(0, 3) }, () => [
          random.pick(["id", "__proto__", "constructor", "", "a.b", "length", word(random)]),
          oddValue(random, depth + 1),
        ]),
      ),
  ];
  return random.pick(depth < 3 ? [...simple, ...nested] : simple)();
}

const plain: Readonly<Record<string, (random: FuzzRandom) => unknown>> = {
  boolean: (random) => often(random, 0.5),
  integer: (random) => random.pick([0, 1, 2, 10, 99, 2_147_483_647, -1, 1_500_000]),
  number: (random) => random.pick([0, 1, 0.5, 12.75, -3, 1e9]),
  uuid: (random) => uuid(random),
  json: (random) => random.pick([{}, [], { a: [1, { b: null }] }, "x", 1, null]),
  array: (random) => Array.from({ length: random.whole(0, 3) }, () => word(random)),
  timestamp: (random) =>
    random.pick(["2026-08-17T10:00:00+07:00", "infinity", "now", "2026-02-30", "294277-01-01"]),
  email: (random) => `${word(random)}@${random.pick(["fuzz.test", "FUZZ.test", "sub.fuzz.test"])}`,
  phone: (random) => `+62812${String(random.whole(0, 99_999_999)).padStart(8, "0")}`,
  text: (random) => random.pick([word(random), "kertas karbon", "a,b", 'kutip"nya', "é", "%", "*"]),
};

/** Nearly always a value that the type's endpoint accepts; else an odd one. */
export function validValue(random: FuzzRandom, type: string, oddShare = 0.25): unknown {
  if (oddly(random, oddShare)) return oddValue(random);
  return (plain[type] ?? plain.text)?.(random);
}

/** The same text with a few of its characters gone, doubled, swapped or replaced. */
export function mutate(random: FuzzRandom, text: string): string {
  const characters = [...text];
  for (let turn = random.whole(1, 4); turn > 0; turn--) {
    const at = random.whole(0, Math.max(0, characters.length - 1));
    const strange = random.pick([
      "\u0000",
      "'",
      '"',
      "(",
      ")",
      "{",
      "%",
      "\\",
      ".",
      ",",
      "é",
      "\t",
    ]);
    const change = random.whole(0, 4);
    if (change === 0) characters.splice(at, 1);
    else if (change === 1) characters.splice(at, 0, strange);
    else if (change === 2) characters[at] = strange;
    else if (change === 3) characters.splice(at, 0, ...characters.slice(at, at + 20));
    else characters.length = at;
  }
  return characters.join("");
}

/** Text as an address carries it; a lone surrogate, which no address can carry, becomes U+FFFD. */
export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
