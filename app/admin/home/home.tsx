import { data, useOutletContext } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import { adminWords, useAdminWords } from "#app/messages/admin/admin.ts";
import { useSetupWords } from "#app/messages/admin/setup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { listStaffOrders } from "#shop/orders/list-orders.server.ts";
import type { AdminContext } from "../admin-layout.tsx";
import { OrderTable } from "../orders/order-table.tsx";
import { SetupList } from "../setup/setup-list.tsx";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = (source) => {
  const words = adminWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  const state = { q: "", filter: null, sort: "newest", after: null, before: null } as const;
  const found = await listStaffOrders(staffOf(context), state);
  // Without an answer the page must not say that nothing is waiting.
  if (!found.ok) throw data(null, { status: 503 });
  const { counts, orders } = found.value;
  return { counts, newest: orders.slice(0, 8) };
}

const stages = ["processing", "awaiting_payment", "shipped"] as const;

/** Open work first, then the newest orders: for staff who read orders. */
export default function AdminHome({ loaderData }: Route.ComponentProps) {
  const words = useAdminWords();
  const to = useLocalPath();
  const setupIn = useSetupWords();
  const { setup } = useOutletContext<AdminContext>();
  const { counts, newest } = loaderData;
  const waiting = counts ? stages.filter((stage) => counts[stage] > 0) : [];
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
      {counts ? (
        <section className="grid gap-3">
          <h2 className="text-lg">{words.todo}</h2>
          {waiting.length === 0 ? <p className="text-muted">{words.todoNone}</p> : null}
          <ul className="grid gap-3 sm:grid-cols-3">
            {waiting.map((stage) => (
              <li key={stage}>
                <Link
                  to={`${to("/admin/Orders")}?filter=stage.any:${stage}`}
                  className="flex items-center justify-between gap-3 border border-rule p-4 font-semibold hover:border-ink"
                >
                  {words.todoLines[stage](counts[stage])}
                  <Icon name="arrow-right" className="size-4" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {newest.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-lg">{words.newest}</h2>
          <OrderTable orders={newest} />
        </section>
      ) : null}
    </div>
  );
}
