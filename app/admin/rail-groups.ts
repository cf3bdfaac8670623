import type { IconName } from "#app/ui/icon.tsx";
import type { Permission } from "#shop/kernel/permissions.ts";
import { approvalPermissions } from "#shop/staff/approvals/approval.ts";

/** The names of the pages in the messages of the back office. */
export type RailPageName =
  | "home"
  | "orders"
  | "customers"
  | "returns"
  | "customisations"
  | "paymentWork"
  | "products"
  | "categories"
  | "collections"
  | "stock"
  | "stocktakes"
  | "sales"
  | "promos"
  | "shipping"
  | "enquiries"
  | "mailList"
  | "mails"
  | "settings"
  | "site"
  | "terms"
  | "staff"
  | "audit"
  | "tasks"
  | "imports"
  | "safety"
  | "approvals"
  | "reports";

interface RailPage {
  readonly name: RailPageName;
  readonly path: string;
  readonly icon: IconName;
  /** Staff without it, or without any of several, do not see the page. */
  readonly needs?: Permission | readonly Permission[];
}

export function maySeePage({ needs }: RailPage, permissions: readonly Permission[]): boolean {
  return !needs || [needs].flat().some((key) => permissions.includes(key));
}

/** The pages of the rail: selling, goods, letters, the shop itself. */
export const railGroups: readonly (readonly RailPage[])[] = [
  [
    { name: "home", path: "/admin", icon: "house" },
    { name: "reports", path: "/admin/Reports", icon: "chart-column", needs: "reports.read" },
    { name: "orders", path: "/admin/Orders", icon: "receipt-text", needs: "orders.read" },
    { name: "customers", path: "/admin/Customers", icon: "user", needs: "customers.read" },
    { name: "returns", path: "/admin/Returns", icon: "undo-2", needs: "returns.read" },
    {
      name: "customisations",
      path: "/admin/customisations",
      icon: "pen-line",
      needs: "customisations.read",
    },
    { name: "paymentWork", path: "/admin/Payments", icon: "tag", needs: "payments.read" },
    {
      name: "approvals",
      path: "/admin/Approvals",
      icon: "circle-check",
      needs: approvalPermissions,
    },
  ],
  [
    { name: "products", path: "/admin/Products", icon: "shopping-basket", needs: "products.read" },
    { name: "categories", path: "/admin/Categories", icon: "tag", needs: "products.read" },
    { name: "collections", path: "/admin/Collections", icon: "copy", needs: "products.read" },
    { name: "stock", path: "/admin/Stock", icon: "package-check", needs: "stock.read" },
    { name: "stocktakes", path: "/admin/Stocktakes", icon: "eye", needs: "stock.read" },
    { name: "sales", path: "/admin/Sales", icon: "clock", needs: "products.read" },
    { name: "imports", path: "/admin/Imports", icon: "arrow-up", needs: "imports.run" },
    { name: "promos", path: "/admin/PromoCodes", icon: "ticket-percent", needs: "promos.read" },
    { name: "shipping", path: "/admin/Shipping", icon: "truck", needs: "shipping.read" },
  ],
  [
    { name: "enquiries", path: "/admin/Enquiries", icon: "mail", needs: "enquiries.read" },
    { name: "mailList", path: "/admin/MailList", icon: "message-circle", needs: "mail.read" },
    { name: "mails", path: "/admin/Mails", icon: "triangle-alert", needs: "mail.read" },
  ],
  [
    { name: "settings", path: "/admin/Settings", icon: "package", needs: "settings.edit" },
    { name: "site", path: "/admin/Site", icon: "house", needs: "content.edit" },
    { name: "terms", path: "/admin/TermsAndConditions", icon: "pen-line", needs: "terms.edit" },
    { name: "staff", path: "/admin/Staff", icon: "user", needs: "staff.edit" },
    { name: "audit", path: "/admin/Audit", icon: "history", needs: "audit.read" },
    { name: "tasks", path: "/admin/Tasks", icon: "clock" },
    { name: "safety", path: "/admin/Safety", icon: "shield", needs: "health.read" },
  ],
];
