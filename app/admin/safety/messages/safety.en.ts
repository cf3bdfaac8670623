import type { id } from "./safety.id.ts";

export const en: typeof id = {
  title: "Safety of the shop",
  lead: "What to put right before the shop opens to the public. Settings belong to the server; start the program again afterwards.",
  none: "All is safe",
  noneText: "No setting leaves the shop open. This page looks again whenever it is opened.",
  setting: "What to set",
  toSecurity: "To my account's Security",
  risks: {
    builtin_payments: {
      title: "Payments are only a trial",
      text: "The built-in payments take no real money. Choose real payment methods.",
    },
    no_payment_method: {
      title: "Nobody can pay yet",
      text: "Bank transfer is on, but no bank account is set. Add one in Settings, Bank accounts.",
    },
    payment_provider_removed: {
      title: "Earlier payments are no longer followed",
      text: "PAYMENTS no longer names a provider that still has open payments or refunds. Name it again until they are all done.",
    },
    admin_without_second_factor: {
      title: "An administrator has no two-step verification",
      text: "A password alone can be stolen. Every administrator turns on two-step verification in their account's Security.",
    },
    no_https: {
      title: "The shop's address is not https",
      text: "Passwords and sessions can be read on the way. Install a certificate, then set the address.",
    },
    mail_not_sent: {
      title: "Email is not sent",
      text: "Receipts and sign-in codes are only stored. Connect a mail server.",
    },
    no_backup: {
      title: "There has never been a backup",
      text: "One broken disk deletes every order. Make a backup, or say that another service makes them.",
    },
    no_worker: {
      title: "No worker is running",
      text: "Emails, refunds and the expiry of orders are delayed by several minutes. Start a worker on the server.",
    },
    proxy_not_trusted: {
      title: "The proxy is not trusted",
      text: "Requests come through a proxy, so limits count all visitors as one person. Name the proxy's address.",
    },
  },
};
