import { findStockDifferences } from "#shop/catalogue/stock/reconcile-stock.server.ts";
import { findWrongFacts } from "#shop/mailing/campaigns/audience/recipient-facts.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";

/**
 * Checks stock, order totals and campaign recipients of the connected shop against the records from which they are calculated.
 * @param say called with one line for each difference, and for each kind
 * @returns the number of differences
 */
export async function reconcileBooks(say: (line: string) => void): Promise<number> {
  const { variants, movements, differences } = await findStockDifferences();
  for (const { sku, figure, stored, proven } of differences) {
    say(`${sku}: ${figure} is ${stored}, its movements add up to ${proven}`);
  }
  say(`${variants} variants, ${movements} movements: ${differences.length} differences`);
  const prices = await findPriceDifferences();
  for (const { order, line, figure, stored, proven } of prices.differences) {
    const place = line === null ? order : `${order} line ${line + 1}`;
    say(`${place}: ${figure} is ${stored}, its parts add up to ${proven}`);
  }
  say(`${prices.orders} orders: ${prices.differences.length} differences`);
  const facts = await findWrongFacts();
  for (const id of facts.wrong) {
    say(`recipient ${id}: the facts for segments differ from the orders`);
  }
  say(`${facts.recipients} recipients: ${facts.wrong.length} differences`);
  return differences.length + prices.differences.length + facts.wrong.length;
}
