import { campaignApproval } from "#shop/campaigns/campaign-approval.server.ts";
import { importApproval } from "#shop/imports/import-approval.server.ts";
import { bulkApproval } from "#shop/products/bulk-approval.server.ts";
import { gridApproval } from "#shop/products/grid-approval.server.ts";
import { productApproval } from "#shop/products/product-approval.server.ts";
import { saleApproval } from "#shop/sales/sale-approval.server.ts";
import { stockApproval } from "#shop/stock/stock-approval.server.ts";
import { stocktakeApproval } from "#shop/stocktakes/stocktake-approval.server.ts";
import type { ApprovalKindName } from "./approval.ts";
import type { ApprovalKind } from "./approval-kind.ts";
import { factorApproval } from "./reset-factor.server.ts";

const kinds: Readonly<Record<ApprovalKindName, ApprovalKind>> = {
  stock: stockApproval,
  grid: gridApproval,
  product: productApproval,
  sale: saleApproval,
  "bulk-price": bulkApproval,
  import: importApproval,
  stocktake: stocktakeApproval,
  factor: factorApproval,
  campaign: campaignApproval,
};

export function approvalKind(name: ApprovalKindName): ApprovalKind {
  return kinds[name];
}
