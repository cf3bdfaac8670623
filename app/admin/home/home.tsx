import { useOutletContext } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import { adminWords, useAdminWords } from "#app/messages/admin/admin.ts";
import { useSetupWords } from "#app/messages/admin/setup.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { listOrders } from "#shop/orders/read-orders.server.ts";
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
  const staff = staffOf(context);
  const { counts, orders } = await listOrders(staff, { stage: null, q: "", page: 1 });
  return { counts, newest: orders.slice(0, 8) };
}

const waiting = ["processing", "awaiting_payment", "shipped"] as const;

/** Open work first, then the newest orders. */
export default function AdminHome({ loaderData }: Route.ComponentProps) {
  const words = useAdminWords();
  const to = useLocalPath();
  const setupIn = useSetupWords();
  const { setup } = useOutletContext<AdminContext>();
  const todo = waiting.filter((stage) => loaderData.counts[stage] > 0);
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
        {todo.length === 0 ? <p className="text-muted">{words.todoNone}</p> : null}
        <ul className="grid gap-3 sm:grid-cols-3">
          {todo.map((stage) => (
            <li key={stage}>
              <Link
                to={`${to("/admin/Orders")}?stage=${stage}`}
                className="flex items-center justify-between gap-3 border border-rule p-4 font-semibold hover:border-ink"
              >
                {words.todoLines[stage](loaderData.counts[stage])}
                <Icon name="arrow-right" className="size-4" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {loaderData.newest.length > 0 ? (
        <section className="grid gap-3">
          <h2 className="text-lg">{words.newest}</h2>
          <OrderTable orders={loaderData.newest} />
        </section>
      ) : null}
    </div>
  );
}
