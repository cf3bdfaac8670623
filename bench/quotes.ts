import { readFile } from "node:fs/promises";
import path from "node:path";
import autocannon from "autocannon";
import { asShop, connect, disconnect } from "#db/client.server.ts";
import { chooseVariants, databaseAddress, refill } from "../tests/crash/running-shop.ts";
import { removeFolder, startProgram } from "../tests/support/program.ts";

/*
 * Large carts: twenty lines, three codes of three classes, an automatic promotion and a courier's own price, asked at a
 * steady rate. `node bench/quotes.ts [seconds=30] [per second=100]`; one JSON line.
 */

const seconds = Number(process.argv[2] ?? 30);
const rate = Number(process.argv[3] ?? 100);

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
try {
  connect(await databaseAddress(program.dataDir), { max: 2 });
  const sql = asShop();
  const variants = await chooseVariants(20);
  await refill(variants, 1_000);
  await sql`update shipping_methods set source = 'live', courier = 'Kurir Nusantara' where service = 'REG'`;
  await sql`
    insert into promotions (name, class, type, value, automatic)
    values ('{"id": "Otomatis", "en": "Automatic"}', 'product', 'percent', 5, true)`;
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));

  const load = (duration: number) =>
    autocannon({
      url: `${program.url}/functions/v1/quote-cart`,
      method: "POST",
      headers: { "content-type": "application/json", apikey: keys.publishable },
      body: JSON.stringify({
        lines: variants.map((variant_id) => ({ variant_id, quantity: 2 })),
        region_code: "3273191001",
        promo_codes: ["HEMAT10", "GRATISONGKIR", "MUGKETIGA"],
      }),
      connections: 10,
      overallRate: rate,
      duration,
    });
  // The first asks make the plans of the statements, and the program's own.
  await load(5);
  const result = await load(seconds);
  console.log(
    JSON.stringify({
      asked_per_second: Math.round(result.requests.average),
      p50_ms: result.latency.p50,
      p99_ms: result.latency.p99,
      failed: result.non2xx + result.errors,
    }),
  );
} finally {
  await disconnect();
  await program.stop();
  await removeFolder(program.dataDir);
}
