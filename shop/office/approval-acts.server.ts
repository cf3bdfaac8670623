import { bulkApproval } from "#shop/catalogue/products/bulk/bulk-approval.server.ts";
import { gridApproval } from "#shop/catalogue/products/grid/grid-approval.server.ts";
import { productApproval } from "#shop/catalogue/products/product-approval.server.ts";
import { saleApproval } from "#shop/catalogue/sales/sale-approval.server.ts";
import { stockApproval } from "#shop/catalogue/stock/stock-approval.server.ts";
import { stocktakeApproval } from "#shop/catalogue/stock/stocktakes/stocktake-approval.server.ts";
import { importApproval } from "#shop/imports/import-approval.server.ts";
import { campaignApproval } from "#shop/mailing/campaigns/write/campaign-approval.server.ts";
import { draftApproval } from "#shop/orders/drafts/draft-approval.server.ts";
import type { ApprovalActs } from "#shop/staff/approvals/approval-kind.ts";
import { factorApproval } from "#shop/staff/approvals/reset-factor.server.ts";

/** How an approved act of each kind is performed. */
export const approvalActs: ApprovalActs = {
  stock: stockApproval,
  grid: gridApproval,
  product: productApproval,
  sale: saleApproval,
  "bulk-price": bulkApproval,
  import: importApproval,
  stocktake: stocktakeApproval,
  factor: factorApproval,
  campaign: campaignApproval,
  draft: draftApproval,
};
