import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SeededRandom } from "../db/seed/deterministic.ts";

/*
 * Measures whether the price oracle detects mistakes: changes one operator, number or word of the core at a time, in
 * a copy, and prices random carts again. A change without a difference survives.
 * `node bench/core-mutants.ts [mutants=150] [seed=1] [histories=3000]`; a line for each survivor, then one JSON line.
 */

const [mutants, seed, histories] = [150, 1, 3000].map((usual, at) =>
  Number(process.argv[at + 2] ?? usual),
) as [number, number, number];

const core = [
  "shop/kernel/money.ts",
  "shop/kernel/tax.ts",
  "shop/orders/cart/price-cart.ts",
  "shop/promotions/accept-codes.ts",
  "shop/promotions/discount.ts",
  "shop/promotions/eligibility.ts",
  "shop/promotions/apply-discounts.ts",
  "shop/promotions/promotion.ts",
  "shop/settings/shipping/rates/rates.ts",
];

/** Replacements; types, texts and comments are not changed. */
const changes: readonly (readonly [RegExp, string])[] = [
  [/ >= /g, " > "],
  [/ <= /g, " < "],
  [/ < /g, " <= "],
  [/(?<![=-]) > /g, " >= "],
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ /g, " - "],
  [/ - (?=\w)/g, " + "],
  [/ \* /g, " + "],
  [/Math\.max\(/g, "Math.min("],
  [/Math\.min\(/g, "Math.max("],
  [/Math\.ceil\(/g, "Math.floor("],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
  [/\(!/g, "("],
  [/\b100n\b/g, "101n"],
];

interface Mutant {
  readonly file: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

const root = path.join(import.meta.dirname, "..");
const all: Mutant[] = core.flatMap((file) => {
  const text = readFileSync(path.join(root, file), "utf8");
  return changes.flatMap(([pattern, to]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => isCode(text, index))
      .map((match) => ({ file, at: match.index, from: match[0], to })),
  );
});

/** Whether the position is in code: not in a comment, a type, or a function that only parses or prints prices. */
function isCode(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at) + 1, text.indexOf("\n", at));
  const isPrinting = text.includes("export function parseRupiah")
    ? at < text.indexOf("export function prorate") ||
      at > text.indexOf("export function parseRupiah")
    : false;
  return !/^\s*(\*|\/\/|\/\*|import|export (type|interface)|readonly|\|)/.test(line) && !isPrinting;
}

const random = new SeededRandom(seed);
const tried = all
  .map((mutant) => ({ mutant, rank: random.next() }))
  .sort((a, b) => a.rank - b.rank)
  .slice(0, mutants)
  .map(({ mutant }) => mutant);

const copy = mkdtempSync(path.join(tmpdir(), "etalase-mutants-"));
for (const folder of ["base", "db", "integrations", "shop", "tests", "bench"]) {
  cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
}
cpSync(path.join(root, "package.json"), path.join(copy, "package.json"));
symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));

let killed = 0;
for (const { file, at, from, to } of tried) {
  const place = path.join(copy, file);
  const text = readFileSync(place, "utf8");
  writeFileSync(place, text.slice(0, at) + to + text.slice(at + from.length));
  // The timeout detects a change that causes an endless loop.
  const run = spawnSync(process.execPath, ["bench/core.ts", String(histories), String(seed)], {
    cwd: copy,
    timeout: 60_000,
  });
  writeFileSync(place, text);
  if (run.status === 0) {
    const line = text.slice(0, at).split("\n").length;
    console.log(`survived: ${file}:${line} "${from.trim()}" as "${to.trim()}"`);
  } else killed++;
}
rmSync(copy, { recursive: true });
console.log(
  JSON.stringify({
    possible: all.length,
    tried: tried.length,
    killed,
    percent: Math.round((killed / tried.length) * 1000) / 10,
    seed,
    histories,
  }),
);
