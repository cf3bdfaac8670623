import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { fuzzDocuments } from "./fuzz-documents.ts";

/* `node tests/verification/designs/fuzz.ts [documents=100000] [seed]`; prints one JSON line, fails on any finding. */

const documents = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
console.log(`seed ${seed}`);
const start = performance.now();
const outcome = fuzzDocuments(documents, await loadFonts(), seed);
const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
console.log(JSON.stringify({ documents, seed, ...outcome, seconds }));
