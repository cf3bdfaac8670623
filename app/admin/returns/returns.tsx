import { ListPage } from "#app/admin/kit/list/list-page.tsx";
import { languageOf } from "#app/language.ts";
import { returnWords, useReturnWords } from "#app/messages/shared/returns.ts";
import { pageMeta } from "#app/page-meta.ts";
import { listReturns, readReturnFilter } from "#shop/orders/returns/read-returns.server.ts";
import { returnStages } from "#shop/orders/returns/return.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/returns";
import { ReturnTable } from "./return-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = returnWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.list.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const filter = readReturnFilter(url.searchParams);
  return { filter, ...(await listReturns(staffWith(context, "returns.read"), filter)) };
}

/** Returns and claims, by what they wait for. */
export default function AdminReturns({ loaderData }: Route.ComponentProps) {
  const { filter, returns, counts, total, pages } = loaderData;
  const { list: words, stages } = useReturnWords();
  return (
    <ListPage
      words={words}
      q={filter.q}
      parameter="stage"
      chosen={filter.stage}
      views={returnStages.map((stage) => ({
        value: stage,
        label: stages[stage],
        count: counts[stage],
      }))}
      total={total}
      page={filter.page}
      pages={pages}
    >
      <ReturnTable returns={returns} />
    </ListPage>
  );
}
