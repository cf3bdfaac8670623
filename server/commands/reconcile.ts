import { config as readSettings } from "#base/config.server.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { findWrongFacts } from "#shop/campaigns/segments/recipient-facts.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { findStockDifferences } from "#shop/stock/reconcile-stock.server.ts";
import { openShopDatabase } from "./visit-database.ts";

/*
 * `npm run reconcile`: checks the stock of every variant against its movements and holds, and the price of every order
 * against its parts, and what segments know of recipients against their orders; the shop may be running. Exit code 0 when all adds up, 1 on differences (one line each), 2 when the check could not run.
 */

async function reconcile(): Promise<number> {
  const database = await openShopDatabase(readSettings());
  try {
    connect(database.url, { max: 1 });
    const { variants, movements, differences } = await findStockDifferences();
    for (const { sku, figure, stored, proven } of differences) {
      process.stdout.write(`${sku}: ${figure} is ${stored}, its books say ${proven}\n`);
    }
    process.stdout.write(
      `${variants} variants, ${movements} movements: ${differences.length} differences\n`,
    );
    const prices = await findPriceDifferences();
    for (const { order, line, figure, stored, proven } of prices.differences) {
      const place = line === null ? order : `${order} line ${line + 1}`;
      process.stdout.write(`${place}: ${figure} is ${stored}, its parts say ${proven}\n`);
    }
    process.stdout.write(`${prices.orders} orders: ${prices.differences.length} differences\n`);
    const facts = await findWrongFacts();
    for (const id of facts.wrong) {
      process.stdout.write(`recipient ${id}: what segments know is not what the orders say\n`);
    }
    process.stdout.write(`${facts.recipients} recipients: ${facts.wrong.length} differences\n`);
    return differences.length + prices.differences.length + facts.wrong.length === 0 ? 0 : 1;
  } finally {
    await disconnect();
    await database.close();
  }
}

process.exitCode = await reconcile().catch((error) => {
  process.stderr.write(`Stock and prices could not be looked at: ${error}\n`);
  return 2;
});
