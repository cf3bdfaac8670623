import { data, useOutletContext } from "react-router";
import { capped } from "#app/admin/kit/capped.ts";
import { adminWords, useAdminWords } from "#app/admin/messages/admin.ts";
import { useSetupWords } from "#app/admin/setup/messages/setup.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { countWaiting } from "#shop/office/notifications/count-waiting.server.ts";
import { findHomeFigures } from "#shop/orders/figures/home-figures.server.ts";
import { readPeriod } from "#shop/orders/figures/sales-period.ts";
import { listStaffOrders } from "#shop/orders/list-orders.server.ts";
import { countQueue } from "#shop/production/customisations/queue/queue-board.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { AdminContext } from "../admin-layout.tsx";
import { OrderTable } from "../orders/order-table.tsx";
import { SetupList } from "../setup/setup-list.tsx";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/home";
import { Sales } from "./sales.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const state = { q: "", filter: null, sort: "newest", after: null, before: null } as const;
  const actor = staffOf(context);
  const { timeZone } = await findMerchant();
  const [found, elsewhere, sales, production] = await Promise.all([
    listStaffOrders(actor, state),
    countWaiting(actor),
    findHomeFigures(actor, timeZone, readPeriod(url.searchParams.get("days"))),
    countQueue(actor, undefined),
  ]);
  // Without an answer the page must not say that nothing is waiting.
  if (!found.ok) throw data(null, { status: 503 });
  const { counts, orders } = found.value;
  return { counts, newest: orders.slice(0, 8), elsewhere, sales, toPrint: production.ready ?? 0 };
}

const stages = ["processing", "awaiting_payment", "shipped"] as const;

/** Queues besides orders, with their pages; those without work are not shown. */
const queues = [
  ["paymentWork", "/admin/Payments"],
  ["returns", "/admin/Returns"],
  ["customisations", "/admin/customisations"],
  ["enquiries", "/admin/Enquiries"],
  ["mails", "/admin/Mails"],
  ["approvals", "/admin/Approvals"],
] as const;

/** Open work first, then sales and the newest orders, each for staff who may read it. */
export default function AdminHome({ loaderData }: Route.ComponentProps) {
  const words = useAdminWords();
  const to = useLocalPath();
  const setupIn = useSetupWords();
  const { setup } = useOutletContext<AdminContext>();
  const { counts, newest, elsewhere, sales, toPrint } = loaderData;
  const lines = [
    ...(counts ? stages : [])
      .filter((stage) => counts && counts[stage] > 0)
      .map((stage) => ({
        text: words.todoLines[stage](counts?.[stage] ?? 0),
        href: `${to("/admin/Orders")}?filter=stage.any:${stage}`,
      })),
    ...(toPrint > 0
      ? [{ text: words.todoPrint(toPrint), href: to("/admin/customisations?view=ready") }]
      : []),
    ...queues.flatMap(([queue, path]) => {
      const count = elsewhere[queue] ?? 0;
      return count === 0
        ? []
        : [{ text: words.todoElsewhere[queue](capped(count)), href: to(path) }];
    }),
  ];
  return (
    <div className="grid gap-8">
      <h1 tabIndex={-1} className="text-2xl">
        {words.home}
      </h1>
      {setup ? (
        <section className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-3">
          <h2 className="text-lg">{setupIn.title}</h2>
          <p className="text-muted">{setupIn.lead}</p>
          <SetupList steps={setup} />
        </section>
      ) : null}
      <section className="grid gap-3">
        <h2 className="text-lg">{words.todo}</h2>
        {lines.length === 0 ? <p className="text-muted">{words.todoNone}</p> : null}
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {lines.map(({ text, href }) => (
            <li key={href}>
              <Link
                to={href}
                className="flex items-center justify-between gap-3 border border-rule p-4 font-semibold hover:border-ink"
              >
                {text}
                <Icon name="arrow-right" className="size-4" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {sales ? <Sales figures={sales} /> : null}
      {newest.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-lg">{words.newest}</h2>
          <OrderTable orders={newest} />
        </section>
      ) : null}
    </div>
  );
}
