import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { SeededRandom } from "../db/seed/deterministic.ts";
import { findBreaches } from "../tests/support/oracles/invariants.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { Buyer, type Waits } from "../tests/verification/crash/buyer.ts";
import { chooseVariants, makeAccount, refill } from "../tests/verification/crash/running-shop.ts";
import { postgresMilliseconds, postmasterBehind } from "./postgres-time.ts";
import { mainThreadMilliseconds } from "./thread-time.ts";

/*
 * Quotes and whole purchases (quote, order, payment, settled by the shop) a second through the functions API;
 * process, database and buyers on the same cores. `node bench/checkout.ts [seconds=10] [seed=1] [--buyers=16] [--hot]
 * [--pace=PURCHASES A SECOND] [--quotes=SECONDS]`; one JSON line. With `--hot` every cart contains the same variant.
 * `--pace` starts so many purchases a second in total, independently of slow responses; without it each buyer starts
 * the next once the last is paid. Response times are milliseconds from the click to the response; the program's limit
 * of sign-ins from one address is lifted, because all buyers have one.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    buyers: { type: "string", default: "16" },
    hot: { type: "boolean", default: false },
    pace: { type: "string", default: "0" },
    quotes: { type: "string", default: "10" },
  },
});
const seconds = Number(positionals[0] ?? 10);
const seed = Number(positionals[1] ?? 1);
const buyerCount = Number(values.buyers);
const pace = Number(values.pace);
const quoteSeconds = Number(values.quotes);

const program = await startProgram({ env: { LOG_LEVEL: "error", AUTH_LIMIT_TOKEN: "999999" } });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 2 });
  const variants = await chooseVariants(50);
  await refill(variants, 1_000_000);
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  const quotes = quoteSeconds > 0 ? await quoteOften(variants, keys.publishable) : {};
  const purchases = await buyOften(variants.slice(2), keys);
  console.log(JSON.stringify({ seed, ...quotes, ...purchases, breaches: await findBreaches() }));
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

async function quoteOften(variants: readonly string[], publishable: string) {
  const quotes = await autocannon({
    url: `${program.url}/functions/v1/quote-cart`,
    method: "POST",
    headers: { "content-type": "application/json", apikey: publishable },
    body: JSON.stringify({
      lines: variants.slice(0, 3).map((variant_id) => ({ variant_id, quantity: 1 })),
      region_code: "3273191001",
      promo_codes: ["HEMAT10"],
    }),
    connections: 20,
    duration: quoteSeconds,
  });
  return {
    quotes_per_second: Math.round(quotes.requests.average),
    quote_p99_ms: quotes.latency.p99,
    quotes_failed: quotes.non2xx + quotes.errors,
  };
}

async function buyOften(variants: readonly string[], keys: Record<string, string>) {
  const { publishable = "", secret = "" } = keys;
  const [first, ...others] = variants;
  const buyers: Buyer[] = [];
  for (let n = 0; n < buyerCount; n++) {
    const account = await makeAccount(program.url, secret, n);
    const taste = new SeededRandom(seed + n);
    buyers.push(
      new Buyer(program.url, publishable, account, taste, others, values.hot ? first : undefined),
    );
    await buyers[n]?.signIn();
  }
  const postmaster = await postmasterBehind(asSeed());
  const threadBefore = mainThreadMilliseconds(program.pid);
  const postgresBefore = await postgresMilliseconds(postmaster);
  const ownBefore = process.cpuUsage();
  const beganAt = new Date();
  const began = performance.now();
  const every = (buyerCount / pace) * 1000;
  const shopping = Promise.all(
    buyers.map((buyer, n) =>
      buyer.shop(pace > 0 ? { first: (n / buyerCount) * every, every } : undefined),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  for (const buyer of buyers) buyer.stop();
  await shopping;
  const elapsed = (performance.now() - began) / 1000;
  const own = process.cpuUsage(ownBefore);
  const thread = mainThreadMilliseconds(program.pid) - threadBefore;
  const postgres = (await postgresMilliseconds(postmaster)) - postgresBefore;
  // Read the result from the shop's tables, not from the provider: stock allocated, mail queued.
  const [counted] = await asSeed()<{ paid: number; open: number }[]>`
    select count(*) filter (where payment_status = 'paid')::int as paid,
      count(*) filter (where payment_status <> 'paid')::int as open
    from orders where created_at >= ${beganAt}`;
  const { paid = 0, open = 0 } = counted ?? {};
  const each = (milliseconds: number) => Number((milliseconds / paid).toFixed(2));
  return {
    buyers: buyerCount,
    is_hot: values.hot,
    pace,
    seconds: Math.round(elapsed),
    paid_orders_per_second: Number((paid / elapsed).toFixed(1)),
    not_settled_yet: open,
    ...percentiles(buyers.map(({ waits }) => waits)),
    main_thread_ms_per_purchase: each(thread),
    postgres_ms_per_purchase: each(postgres),
    buyers_ms_per_purchase: each((own.user + own.system) / 1000),
    complaints: buyers.flatMap((buyer) => buyer.complaints).slice(0, 5),
  };
}

function percentiles(all: readonly Waits[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const what of ["quote", "order", "payment"] as const) {
    const waits = all.flatMap((waits) => waits[what]).sort((a, b) => a - b);
    for (const percent of [50, 99]) {
      const wait = waits[Math.floor((waits.length * percent) / 100)];
      found[`${what}_p${percent}_ms`] = Math.round(wait ?? Number.NaN);
    }
  }
  return found;
}
