import { languageOf } from "#app/language.ts";
import { returnWords, useReturnWords } from "#app/messages/shared/returns.ts";
import { pageMeta } from "#app/page-meta.ts";
import { listReturns, readReturnFilter } from "#shop/returns/read-returns.server.ts";
import { returnStatuses } from "#shop/returns/return.ts";
import { ListPage } from "../list-page.tsx";
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

/** Returns and claims, by status. */
export default function AdminReturns({ loaderData }: Route.ComponentProps) {
  const { filter, returns, counts, total, pages } = loaderData;
  const { list: words, statuses } = useReturnWords();
  return (
    <ListPage
      words={words}
      q={filter.q}
      parameter="status"
      chosen={filter.status}
      views={returnStatuses.map((status) => ({
        value: status,
        label: statuses[status],
        count: counts[status],
      }))}
      total={total}
      page={filter.page}
      pages={pages}
    >
      <ReturnTable returns={returns} />
    </ListPage>
  );
}
