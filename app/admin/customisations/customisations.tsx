import { useEffect, useState } from "react";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { useDesignReportWords } from "#app/messages/admin/design-reports.ts";
import { productionWords, useProductionWords } from "#app/messages/admin/production.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { queueViews } from "#shop/customisations/queue-view.ts";
import { countReported } from "#shop/customisations/sharing/review-reports.server.ts";
import { listCustomisations } from "#shop/customisations/staff-queue.server.ts";
import { readPosition } from "#shop/filters/position.ts";
import { cellClasses, rowClasses, SimpleList } from "../simple-list.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/customisations";
import { CustomisationPill } from "./customisation-pill.tsx";

/** Words of a row; the names of a whole team are on its own page. */
const maxWords = 8;

export const meta: Route.MetaFunction = (source) => {
  const words = productionWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.read");
  const view = queueViews.find((one) => one === url.searchParams.get("view")) ?? "look";
  const [page, reports] = await Promise.all([
    listCustomisations(staff, view, readPosition(url.searchParams)),
    countReported(staff),
  ]);
  return { view, ...page, reports };
}

const bundleForm = "print-bundle";

export default function AdminCustomisations({ loaderData }: Route.ComponentProps) {
  const { view, rows, after, before, reports } = loaderData;
  const reportWords = useDesignReportWords();
  const words = useProductionWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const isBundled = view === "ready" || view === "printing";
  return (
    <SimpleList
      below={isBundled ? <BundleForm /> : null}
      words={{ ...words, empty: words.empty(words.views[view]) }}
      action={
        <nav aria-label={words.viewsLabel} className="no-print flex flex-wrap gap-x-5 gap-y-1">
          {queueViews.map((one) => (
            <Link
              key={one}
              to={`?view=${one}`}
              aria-current={one === view ? "page" : undefined}
              className="link inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline lg:min-h-9"
            >
              {words.views[one]}
            </Link>
          ))}
          {reports > 0 ? (
            <Link
              to={to("/admin/customisations/Reports")}
              className="link inline-flex min-h-11 items-center font-semibold text-stamp lg:min-h-9"
            >
              {reportWords.link(reports)}
            </Link>
          ) : null}
        </nav>
      }
      isEmpty={rows.length === 0}
      heads={[
        { label: words.heads.order },
        { label: words.heads.goods },
        { label: words.heads.words },
        { label: words.heads.status },
        { label: words.heads.pieces, isNumber: true },
        { label: words.heads.since },
      ]}
      pages={{ words, after, before, kept: { view } }}
    >
      {rows.map((row) => (
        <tr key={row.id} className={rowClasses}>
          <td className={cellClasses}>
            {isBundled ? (
              <input
                type="checkbox"
                name="id"
                value={row.id}
                form={bundleForm}
                aria-label={words.bundle.tick(row.order_number)}
                className="tick relative z-10 mr-3"
              />
            ) : null}
            <Link
              to={to(`/admin/customisations/${row.id}`)}
              className="figures font-semibold text-carbon after:absolute after:inset-0"
            >
              {row.order_number}
            </Link>
          </td>
          <td className={`${cellClasses} wrap-anywhere`}>{row.goods}</td>
          <td className={`${cellClasses} wrap-anywhere`}>
            {[...row.words.slice(0, maxWords), ...(row.words.length > maxWords ? ["…"] : [])].join(
              " · ",
            )}
          </td>
          <td className={cellClasses}>
            <CustomisationPill status={row.status} />
            {row.claim ? (
              <span className="block text-sm text-muted">{words.claimedBy(row.claim.name)}</span>
            ) : null}
          </td>
          <td className={`${cellClasses} figures @4xl:text-right`}>
            <span className="font-sans text-muted @4xl:hidden">{words.heads.pieces} </span>
            {words.progress(row.good, row.pieces)}
          </td>
          <td className={`${cellClasses} text-muted`}>
            <span className={row.is_late ? "block font-semibold text-stamp" : "block"}>
              {words.age(row.days)}
            </span>
            {formatMoment(row.created_at, language, zone)}
          </td>
        </tr>
      ))}
    </SimpleList>
  );
}

/** Downloads files and tickets of the ticked rows; nothing ticked downloads nothing. */
function BundleForm() {
  const { bundle: words } = useProductionWords();
  const to = useLocalPath();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const recount = () =>
      setCount(document.querySelectorAll(`input[form="${bundleForm}"]:checked`).length);
    recount();
    document.addEventListener("change", recount);
    return () => document.removeEventListener("change", recount);
  }, []);
  const tickAll = () => {
    for (const box of document.querySelectorAll<HTMLInputElement>(`input[form="${bundleForm}"]`))
      box.checked = true;
    document.dispatchEvent(new Event("change"));
  };
  return (
    <form
      id={bundleForm}
      method="get"
      action={to("/admin/customisations/print.zip")}
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ink bg-card py-3"
    >
      <Button type="submit" disabled={count === 0}>
        {words.download(count)}
      </Button>
      <Button look="bare" onClick={tickAll}>
        {words.all}
      </Button>
      <p className="text-muted">{words.hint}</p>
    </form>
  );
}
