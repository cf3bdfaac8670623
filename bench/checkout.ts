import { readFile } from "node:fs/promises";
import path from "node:path";
import autocannon from "autocannon";
import { asShop, connect, disconnect } from "#db/client.server.ts";
import { SeededRandom } from "../db/seed/deterministic.ts";
import { Buyer } from "../tests/crash/buyer.ts";
import {
  chooseVariants,
  databaseAddress,
  makeAccount,
  refill,
} from "../tests/crash/running-shop.ts";
import { findBreaches } from "../tests/support/invariants.ts";
import { removeFolder, startProgram } from "../tests/support/program.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * Quotes and whole purchases (quote, order, payment, settled by the shop) a second through the functions door, process and database on the
 * same cores. `node bench/checkout.ts [seconds=10] [seed]`; one JSON line. The ratio says how many quotes one
 * purchase is worth, which hardly depends on the machine.
 */

const seconds = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? 1);
const buyerCount = 16;

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
try {
  connect(await databaseAddress(program.dataDir), { max: 2 });
  const variants = await chooseVariants(50);
  await refill(variants, 1_000_000);
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));

  const quotes = await autocannon({
    url: `${program.url}/functions/v1/quote-cart`,
    method: "POST",
    headers: { "content-type": "application/json", apikey: keys.publishable },
    body: JSON.stringify({
      lines: variants.slice(0, 3).map((variant_id) => ({ variant_id, quantity: 1 })),
      region_code: "3273191001",
      promo_codes: ["HEMAT10"],
    }),
    connections: 20,
    duration: seconds,
  });

  const buyers: Buyer[] = [];
  for (let n = 0; n < buyerCount; n++) {
    const account = await makeAccount(program.url, keys.secret, n);
    const taste = new SeededRandom(seed + n);
    buyers.push(new Buyer(program.url, keys.publishable, account, taste, variants.slice(2)));
  }
  await Promise.all(buyers.map((buyer) => buyer.signIn()));
  const workedBefore = mainThreadMilliseconds(program.pid);
  const beganAt = new Date();
  const began = performance.now();
  const shopping = Promise.all(buyers.map((buyer) => buyer.shop()));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  for (const buyer of buyers) buyer.stop();
  await shopping;
  const elapsed = (performance.now() - began) / 1000;
  const worked = mainThreadMilliseconds(program.pid) - workedBefore;
  // The shop's own word, not the provider's: stock allocated, mail queued.
  const [settled] = await asShop()<{ orders: number }[]>`
    select count(*)::int as orders from orders where payment_status = 'paid' and created_at >= ${beganAt}`;
  const paid = settled?.orders ?? 0;

  console.log(
    JSON.stringify({
      seed,
      quotes_per_second: Math.round(quotes.requests.average),
      quote_p99_ms: quotes.latency.p99,
      quotes_failed: quotes.non2xx + quotes.errors,
      paid_orders_per_second: Number((paid / elapsed).toFixed(1)),
      main_thread_ms_per_purchase: Number((worked / paid).toFixed(1)),
      quotes_per_purchase: Number((quotes.requests.average / (paid / elapsed)).toFixed(1)),
      complaints: buyers.flatMap((buyer) => buyer.complaints).slice(0, 5),
      breaches: await findBreaches(),
    }),
  );
} finally {
  await disconnect();
  await program.stop();
  await removeFolder(program.dataDir);
}
