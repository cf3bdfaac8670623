import fc from "fast-check";
import { carts } from "#tests/support/builders/price-carts.ts";
import { checkOrderOfCodes, checkPrice } from "#tests/support/oracles/price-oracle.ts";

/*
 * The price of random carts (promotions of every kind, delivery, tax) against an independent calculation in exact
 * fractions, as in the tests but far more of them. `node bench/core.ts [histories=1000000] [seed] [path]`; one JSON
 * line. The seed repeats the run; with the path of a failure it tries that cart at once.
 */

const histories = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const path = process.argv[4];
const start = performance.now();
const result = fc.check(
  fc.property(carts, (cart) => {
    checkPrice(cart);
    checkOrderOfCodes(cart);
  }),
  { numRuns: histories, seed, ...(path ? { path } : {}) },
);
const seconds = (performance.now() - start) / 1000;
console.log(
  JSON.stringify({
    histories: result.numRuns,
    seed,
    failed: result.failed,
    counterexample: result.counterexample ?? null,
    path: result.counterexamplePath,
    seconds: Number(seconds.toFixed(1)),
    per_second: Math.round(result.numRuns / seconds),
  }),
);
process.exitCode = result.failed ? 1 : 0;
