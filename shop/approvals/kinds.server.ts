import type { ApprovalKindName } from "#shop/limits/approval.ts";
import type { ApprovalKind } from "#shop/limits/approval-kind.ts";
import { stockApproval } from "#shop/stock/stock-approval.server.ts";

const kinds: readonly ApprovalKind[] = [stockApproval];

/** @throws for a kind of a newer release */
export function approvalKind(name: ApprovalKindName): ApprovalKind {
  const kind = kinds.find((one) => one.kind === name);
  if (!kind) throw new Error(`nothing performs an approval of ${name}`);
  return kind;
}
