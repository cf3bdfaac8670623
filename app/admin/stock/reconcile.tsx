import { Form } from "react-router";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { stockListWords, useStockListWords } from "#app/admin/stock/messages/stock-list.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isUuid } from "#base/uuid.ts";
import {
  findStockDifferences,
  type StockDifference,
} from "#shop/catalogue/stock/reconcile-stock.server.ts";
import { repairStock } from "#shop/catalogue/stock/repair-stock.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/reconcile";

/** Differences that the page shows at once. */
const maxShown = 200;

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: stockListWords(languageOf(source.location.pathname)).check.title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "stock.adjust");
  if (!url.searchParams.has("run")) return { found: null };
  const { variants, movements, differences } = await findStockDifferences();
  return {
    found: {
      variants,
      movements,
      total: differences.length,
      differences: differences.slice(0, maxShown),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "stock.adjust");
  const form = await readForm(request);
  const repaired = await repairStock(staff, [...new Set(form.getAll("variant"))].filter(isUuid));
  return repaired.ok
    ? { repaired: repaired.value, problem: null }
    : { repaired: null, problem: repaired.problem };
}

/** Compares the stock with its ledger, shows the differences, and corrects those that were shown. */
export default function AdminReconcile({ loaderData, actionData }: Route.ComponentProps) {
  const { found } = loaderData;
  const { check: words, problems } = useStockListWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Stock")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid max-w-[65ch] gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <Form>
        <input type="hidden" name="run" value="1" />
        <Button type="submit" look={found ? "quiet" : "primary"}>
          {words.run}
        </Button>
      </Form>
      {actionData?.problem ? (
        <Notice tone="error">{wordsFor(problems, actionData.problem, "invalid_input")}</Notice>
      ) : null}
      {actionData && actionData.repaired !== null ? (
        <Notice tone="success">{words.done(actionData.repaired)}</Notice>
      ) : null}
      {found && found.total === 0 ? (
        <Notice tone="success">{words.fine(found.variants, found.movements)}</Notice>
      ) : null}
      {found && found.total > 0 ? (
        <section className="grid gap-4">
          <Notice tone="warning">{words.found(found.total)}</Notice>
          <Differences differences={found.differences} />
          {found.total > found.differences.length ? (
            <p className="text-muted">{words.more(found.total - found.differences.length)}</p>
          ) : null}
          <Form method="post" className="flex flex-wrap items-center gap-4">
            {[...new Set(found.differences.map(({ variant_id }) => variant_id))].map((id) => (
              <input key={id} type="hidden" name="variant" value={id} />
            ))}
            <Button type="submit">{words.apply}</Button>
            <span className="text-muted">{words.applyText}</span>
          </Form>
        </section>
      ) : null}
    </div>
  );
}

function Differences({ differences }: { differences: readonly StockDifference[] }) {
  const { check: words } = useStockListWords();
  const to = useLocalPath();
  const cell = "px-3 py-2 @max-4xl:p-0";
  return (
    <ListTable
      heads={[
        { label: words.heads.sku },
        { label: words.heads.figure },
        { label: words.heads.stored, isNumber: true },
        { label: words.heads.proven, isNumber: true },
      ]}
    >
      {differences.map(({ variant_id, sku, figure, stored, proven }) => (
        <tr
          key={`${variant_id}:${figure}`}
          className="border-b border-rule @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3"
        >
          <td className={cell}>
            <Link to={to(`/admin/Stock/${variant_id}`)} className="link figures">
              {sku}
            </Link>
          </td>
          <td className={cell}>{words.figures[figure]}</td>
          <td className={`${cell} figures @4xl:text-right`}>
            <span className="text-muted @4xl:hidden">{words.heads.stored} </span>
            {stored}
          </td>
          <td className={`${cell} figures font-semibold @4xl:text-right`}>
            <span className="font-normal text-muted @4xl:hidden">{words.heads.proven} </span>
            {proven}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
