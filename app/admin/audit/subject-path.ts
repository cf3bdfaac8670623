import type { Permission } from "#shop/kernel/permissions.ts";

/** Where staff find a thing that the audit log names; undefined where it has no page. */
export function subjectPath(kind: string, id: string): string | undefined {
  const code = encodeURIComponent(id);
  switch (kind) {
    case "product":
      return `/admin/Products/${code}`;
    case "staff_task":
      return `/admin/Tasks/${code}`;
    case "order":
      return `/admin/Orders/${code}`;
    case "buyer":
      return `/admin/Customers/${code}`;
    case "promotion":
      return `/admin/PromoCodes/${code}`;
    case "collection":
      return `/admin/Collections/${code}`;
    case "mail_campaign":
      return `/admin/MailList/Campaigns/${code}`;
    case "mail_automation":
      return `/admin/MailList/Automations/${code}`;
    case "mail_topic":
      return `/admin/MailList/Topics/${code}`;
    case "mail_template":
      return "/admin/MailList/Templates";
    case "mail_segment":
      return `/admin/MailList/Segments/${code}`;
    case "sale":
      return `/admin/Sales/${code}`;
    case "approval":
      return `/admin/Approvals/${code}`;
    case "stocktake":
      return `/admin/Stocktakes/${code}`;
    case "category":
      return `/admin/Categories/${code}`;
    case "shipping_zone":
      return `/admin/Shipping/Zones/${code}`;
    case "shipping_method":
      return `/admin/Shipping/Methods/${code}`;
    case "shipping_class":
      return "/admin/Shipping/Classes";
    case "courier":
      return "/admin/Shipping/Couriers";
    case "cutoff":
    case "shop_closure":
      return "/admin/Shipping/Hours";
    case "person":
      return `/admin/Staff/${code}`;
    case "staff_role":
      return `/admin/Staff/Roles/${code}`;
    case "staff_invitation":
    case "staff_policy":
      return "/admin/Staff";
    case "settings":
      return "/admin/Settings";
    case "bank_account":
      return "/admin/Settings/accounts";
    default:
      return undefined;
  }
}

/** The permission that a page needs, by the kind of its subject. Every member of staff may open the pages of other kinds. */
export const subjectPermissions: Readonly<Partial<Record<string, Permission>>> = {
  product: "products.read",
  collection: "products.read",
  category: "products.read",
  sale: "products.read",
  order: "orders.read",
  buyer: "customers.read",
  promotion: "promos.read",
  mail_campaign: "mail.read",
  mail_automation: "mail.read",
  mail_topic: "mail.read",
  mail_template: "mail.read",
  mail_segment: "mail.read",
  stocktake: "stock.read",
  shipping_zone: "shipping.read",
  shipping_method: "shipping.read",
  shipping_class: "shipping.read",
  courier: "shipping.read",
  cutoff: "shipping.read",
  shop_closure: "shipping.read",
  person: "staff.edit",
  staff_role: "staff.edit",
  staff_invitation: "staff.edit",
  staff_policy: "staff.edit",
  settings: "settings.edit",
  bank_account: "settings.edit",
};
