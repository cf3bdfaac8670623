import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asSeed, closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "../tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "../tests/support/runner/program.ts";
import { chooseVariants, refill } from "../tests/verification/crash/running-shop.ts";

/*
 * Large carts: twenty lines, three codes of three classes, an automatic promotion and a courier's own price. Requests
 * start at a steady rate, independently of slow responses. `node bench/quotes.ts [seconds=30] [per second=100]`; one
 * JSON line.
 */

const seconds = Number(process.argv[2] ?? 30);
const rate = Number(process.argv[3] ?? 100);

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
const agent = new Agent({ keepAlive: true });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 2 });
  const sql = asSeed();
  const variants = await chooseVariants(20);
  await refill(variants, 1_000);
  await sql`update shipping_methods set source = 'live', courier = 'Kurir Nusantara' where service = 'REG'`;
  await sql`
    insert into promotions (name, class, type, value, automatic)
    values ('{"id": "Otomatis", "en": "Automatic"}', 'product', 'percent', 5, true)`;
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  const body = JSON.stringify({
    lines: variants.map((variant_id) => ({ variant_id, quantity: 2 })),
    region_code: "3273191001",
    promo_codes: ["HEMAT10", "GRATISONGKIR", "MUGKETIGA"],
  });

  // The first requests warm up PostgreSQL's plans and the program's caches.
  await ask(keys.publishable, body, 3 * rate);
  const answers = await ask(keys.publishable, body, seconds * rate);
  const took = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const share = (part: number) => Math.round(took[Math.ceil(took.length * part) - 1] ?? Number.NaN);
  console.log(
    JSON.stringify({
      asked_per_second: rate,
      p50_ms: share(0.5),
      p99_ms: share(0.99),
      longest_ms: share(1),
      failed: answers.filter(({ status }) => status !== 200).length,
    }),
  );
} finally {
  agent.destroy();
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}

interface Answer {
  readonly status: number | undefined;
  readonly milliseconds: number;
}

async function ask(key: string, body: string, count: number): Promise<Answer[]> {
  const began = performance.now();
  const answers: Promise<Answer>[] = [];
  for (let n = 0; n < count; n++) {
    const early = began + (n * 1000) / rate - performance.now();
    if (early > 0) await sleep(early);
    answers.push(quote(key, body));
  }
  return Promise.all(answers);
}

function quote(key: string, body: string): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(`${program.url}/functions/v1/quote-cart`, {
      method: "POST",
      agent,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        apikey: key,
      },
    });
    asked.once("error", reject);
    asked.once("response", (answer) => {
      answer.resume();
      answer.once("end", () =>
        resolve({ status: answer.statusCode, milliseconds: performance.now() - began }),
      );
    });
    asked.end(body);
  });
}
