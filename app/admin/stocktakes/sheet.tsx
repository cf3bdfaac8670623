import { data } from "react-router";
import { stocktakeWords, useStocktakeWords } from "#app/admin/stocktakes/messages/stocktakes.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import {
  findStocktake,
  listLines,
} from "#shop/catalogue/stock/stocktakes/read-stocktake.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/sheet";

/** Lines of a printed sheet: about 40 pages. */
const maxLines = 1000;

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: stocktakeWords(languageOf(source.location.pathname)).sheetTitle,
    hidden: true,
  });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "stock.read");
  const language = languageOf(url.pathname);
  const stocktake = await findStocktake(staff, params.id, language);
  if (!stocktake) throw data(null, { status: 404 });
  const filter = { q: "", view: null, after: null, before: null };
  const page = await listLines(staff, stocktake, filter, language, maxLines);
  return { stocktake, lines: page.lines, isCut: page.after !== null, maxLines };
}

/** The lines on paper, with a box to write in. The ledger's figures are never printed. */
export default function AdminStocktakeSheet({ loaderData }: Route.ComponentProps) {
  const { stocktake, lines, isCut } = loaderData;
  const words = useStocktakeWords();
  const to = useLocalPath();
  const cell = "border-b border-rule px-2 py-1.5 text-left align-top";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="no-print flex flex-wrap items-center gap-4">
        <Link to={to(`/admin/Stocktakes/${stocktake.id}`)} className="link">
          {stocktake.name}
        </Link>
        <Button onClick={() => window.print()}>{words.sheetPrint}</Button>
      </div>
      <header className="flex flex-wrap items-end justify-between gap-4 border-b border-ink pb-2">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {words.sheetTitle}: {stocktake.name}
        </h1>
        <p className="grid gap-3">
          <span>{words.sheetBy}: ____________________</span>
          <span>{words.sheetDate}: ____________________</span>
        </p>
      </header>
      {isCut ? <p className="text-stamp">{words.sheetCut(loaderData.maxLines)}</p> : null}
      <table className="w-full border-collapse">
        <thead>
          <tr className="printed">
            <th className={cell}>SKU</th>
            <th className={cell}>{words.columns.variant}</th>
            <th className={`${cell} w-28`}>{words.sheetCount}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variant_id, sku, product, options, barcode }) => (
            <tr key={variant_id} className="break-inside-avoid">
              <td className={`${cell} figures wrap-anywhere`}>{sku}</td>
              <td className={cell}>
                {product}
                {options ? ` · ${options}` : ""}
                {barcode ? <span className="figures block text-muted">{barcode}</span> : null}
              </td>
              <td className={`${cell} border-l border-control`} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
