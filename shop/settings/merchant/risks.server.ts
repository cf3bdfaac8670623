import type { Config } from "#base/config-type.ts";
import { asShop } from "#db/client.server.ts";
import { listRemovedProviders } from "./removed-providers.server.ts";

/** A risk of an installation on the internet. */
export type Risk =
  | "builtin_payments"
  | "no_payment_method"
  | "mail_not_sent"
  | "no_https"
  | "payment_provider_removed"
  | "proxy_not_trusted"
  | "no_backup"
  | "no_worker"
  | "admin_without_second_factor";

/** Days for which a seen header counts, since a visitor can send one too. */
const headerDays = 7;

interface Seen {
  has_backup: boolean;
  has_no_worker: boolean;
  has_header: boolean;
  has_open_admin: boolean;
  has_account: boolean;
}

/** The risks of this installation, the worst first. */
export async function findRisks(config: Config): Promise<Risk[]> {
  const [seen] = await asShop()<Seen[]>`
    select
      exists (select from bank_accounts where enabled) as has_account,
      exists (select from private.operation_facts where fact = 'backup_made') as has_backup,
      private.minutes_without_worker() is not null as has_no_worker,
      exists (
        select from private.operation_facts
        where fact = 'forwarded_header_seen' and seen_at > now() - ${headerDays}::int * interval '1 day'
      ) as has_header,
      exists (
        select from profiles p join auth.users u on u.id = p.id
        where p.role = 'ADMIN' and u.deleted_at is null and not exists (
          select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
      ) as has_open_admin`;
  const removed = await listRemovedProviders(config.payments);
  const found: Record<Risk, boolean | undefined> = {
    builtin_payments: config.payments.includes("builtin"),
    no_worker: seen?.has_no_worker,
    no_payment_method: config.payments.join() === "transfer" && !seen?.has_account,
    payment_provider_removed: removed.length > 0,
    admin_without_second_factor: seen?.has_open_admin,
    no_https: !config.publicUrl.startsWith("https:"),
    mail_not_sent: config.smtpUrl === undefined,
    no_backup: !config.hasExternalBackups && !seen?.has_backup,
    proxy_not_trusted: config.trustedProxies.length === 0 && seen?.has_header,
  };
  return (Object.keys(found) as Risk[]).filter((risk) => found[risk]);
}
