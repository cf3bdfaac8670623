import { safetyWords, useSafetyWords } from "#app/admin/safety/messages/safety.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { config } from "#base/config.server.ts";
import { findRisks, type Risk } from "#shop/settings/merchant/risks.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/safety";

export const meta: Route.MetaFunction = (source) => {
  const words = safetyWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "health.read");
  return { risks: await findRisks(config()) };
}

/** Settings and commands as they are typed, one line each; a risk that is mended on a page names that page. */
const mends: Record<Risk, readonly string[]> = {
  builtin_payments: ["PAYMENTS=transfer,cod", "PAYMENTS=stripe", "PAYMENTS=midtrans"],
  no_payment_method: ["PAYMENTS=stripe", "PAYMENTS=midtrans", "PAYMENTS=transfer,cod"],
  payment_provider_removed: ["PAYMENTS=…"],
  admin_without_second_factor: [],
  no_https: ["PUBLIC_URL=https://…"],
  mail_not_sent: ["SMTP_URL=smtps://…", "MAIL_FROM=…"],
  no_backup: ["BACKUP_URL=s3://…", "npm run backup <folder>", "BACKUPS=external"],
  no_worker: ["ROLE=worker", "ROLE=all"],
  proxy_not_trusted: ["TRUSTED_PROXIES=10.0.0.0/8"],
};

/** For administrators: unsafe settings of this installation, and their remedies. */
export default function Safety({ loaderData: { risks } }: Route.ComponentProps) {
  const words = useSafetyWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <h1 tabIndex={-1} className="text-2xl">
        {words.title}
      </h1>
      {risks.length === 0 ? (
        <EmptyState title={words.none}>{words.noneText}</EmptyState>
      ) : (
        <>
          <p className="max-w-[72ch] text-muted">{words.lead}</p>
          <ul className="grid max-w-[72ch] gap-3">
            {risks.map((risk) => (
              <li
                key={risk}
                className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 border border-rule p-4"
              >
                <Icon name="triangle-alert" className="mt-0.5 size-4 text-stamp" />
                <div className="grid gap-2">
                  <h2 className="font-semibold">{words.risks[risk].title}</h2>
                  <p>{words.risks[risk].text}</p>
                  {risk === "admin_without_second_factor" ? (
                    <Link className="link justify-self-start py-2" to={to("/dashboard/Security")}>
                      {words.toSecurity}
                    </Link>
                  ) : (
                    <p className="flex flex-wrap items-baseline gap-2">
                      <span className="text-muted">{words.setting}</span>
                      {mends[risk].map((mend) => (
                        <code
                          key={mend}
                          className="border border-rule bg-paper px-1.5 py-0.5 [font-family:ui-monospace,monospace]"
                        >
                          {mend}
                        </code>
                      ))}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
