/** The tabs of the mailing list, each with its address; the first one is `/admin/MailList`. */
export const mailListTabs = [
  ["campaigns", "/admin/MailList/Campaigns"],
  ["automations", "/admin/MailList/Automations"],
  ["subscribers", "/admin/MailList/Subscribers"],
  ["suppressions", "/admin/MailList/Suppressions"],
  ["topics", "/admin/MailList/Topics"],
  ["segments", "/admin/MailList/Segments"],
  ["sending", "/admin/MailList/Sending"],
] as const;

export type MailListTab = (typeof mailListTabs)[number][0];
