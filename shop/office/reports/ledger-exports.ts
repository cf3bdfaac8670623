import type { Permission } from "#shop/kernel/permissions.ts";

export const ledgerNames = ["orders", "lines", "payments", "refunds", "facts"] as const;
export type LedgerName = (typeof ledgerNames)[number];

/** The permissions of an export. Each also needs `reports.read`. */
export const ledgerPermissions: Readonly<Record<LedgerName, readonly Permission[]>> = {
  orders: ["orders.read"],
  lines: ["orders.read"],
  payments: ["payments.read"],
  refunds: ["payments.read"],
  facts: [],
};
