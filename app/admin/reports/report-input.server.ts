import { data } from "react-router";
import { dateNow } from "#base/clock.ts";
import { shopClock } from "#shop/kernel/time-zones.ts";
import { type ReportInput, reportNames } from "#shop/office/reports/report.ts";
import { readReportPeriod } from "#shop/orders/figures/report-period.ts";
import { salesOrders } from "#shop/orders/figures/sales-report.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";

/** Reads the report from the address. @throws 404 for an unknown report */
export async function readReportInput(
  name: string,
  params: URLSearchParams,
  limit: number,
): Promise<ReportInput> {
  const known = reportNames.find((one) => one === name);
  if (!known) throw data(null, { status: 404 });
  const { timeZone } = await findMerchant();
  const today = shopClock(dateNow(), timeZone).toISOString().slice(0, 10);
  return {
    name: known,
    period: readReportPeriod(params, today),
    order: salesOrders.find((order) => order === params.get("sort")) ?? salesOrders[0],
    limit,
  };
}
