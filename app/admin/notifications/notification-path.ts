import type { Notification, NotificationKind } from "#shop/office/notifications/notification.ts";

/** Where the work of a kind waits. */
const lists: Record<NotificationKind, string> = {
  new_order: "/admin/Orders",
  order_paid: "/admin/Orders",
  new_enquiry: "/admin/Enquiries",
  transfer_proof: "/admin/Payments?view=transfers",
  payment_review: "/admin/Payments?view=tasks",
  return_requested: "/admin/Returns",
  proof_unanswered: "/admin/customisations?view=waiting",
  sold_out: "/admin/Stock",
  low_stock: "/admin/Stock",
  mail_parked: "/admin/Mails",
  order_unreachable: "/admin/Mails",
  task_done: "/admin/Tasks",
  task_failed: "/admin/Tasks",
  backup_old: "/admin/Safety",
  mail_domain: "/admin/MailList/Sending",
  campaign_paused: "/admin/MailList/Campaigns",
  automation_paused: "/admin/MailList/Automations",
  sale_withdrawn: "/admin/Sales",
  approval_wanted: "/admin/Approvals",
  approval_decided: "/admin/Approvals?view=mine",
};

/** Kinds whose notifications lead to the single thing below this address. */
const things: Partial<Record<NotificationKind, string>> = {
  new_order: "/admin/Orders/",
  order_paid: "/admin/Orders/",
  new_enquiry: "/admin/Enquiries/",
  order_unreachable: "/admin/Orders/",
  return_requested: "/admin/Returns/",
  proof_unanswered: "/admin/customisations/",
  sold_out: "/admin/Stock/",
  low_stock: "/admin/Stock/",
  task_done: "/admin/Tasks/",
  task_failed: "/admin/Tasks/",
  campaign_paused: "/admin/MailList/Campaigns/",
  sale_withdrawn: "/admin/Sales/",
  approval_wanted: "/admin/Approvals/",
  approval_decided: "/admin/Approvals/",
};

export function notificationPath({ kind, subject_id }: Notification): string {
  const thing = things[kind];
  return thing && subject_id ? thing + subject_id : lists[kind];
}
