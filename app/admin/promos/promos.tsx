import { data } from "react-router";
import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { promoWords, usePromoWords } from "#app/admin/promos/messages/promos.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { may } from "#shop/kernel/access.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { listSavedViews } from "#shop/office/saved-views/saved-views.server.ts";
import { listPromotions } from "#shop/promotions/editor/list-promotions.server.ts";
import { promotionFields, promotionSorts } from "#shop/promotions/editor/promotion-fields.ts";
import { promotionTabs } from "#shop/promotions/editor/promotion-filter.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { FilterRefused } from "../filters/filter-problem.tsx";
import { readListAddress } from "../filters/list-address.server.ts";
import { listParams } from "../filters/list-address.ts";
import { SaveView } from "../filters/save-view.tsx";
import { useViewTabs } from "../filters/view-tabs.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/promos";
import { PromotionTable } from "./promotion-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: promoWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "promos.read");
  const { address, state } = readListAddress(url, promotionFields, promotionSorts);
  const [listed, views] = await Promise.all([
    state && listPromotions(staff, state),
    listSavedViews(staff, "promos"),
  ]);
  const problem = address.problem ?? (listed && !listed.ok ? listed.problem : null);
  return data(
    {
      address,
      problem,
      list: listed?.ok ? listed.value : null,
      views,
      mayEdit: may(staff, "promos.edit"),
      mayShare: may(staff, "views.share"),
      maxCount,
    },
    { status: problem ? 400 : 200 },
  );
}

export default function AdminPromos({ loaderData }: Route.ComponentProps) {
  const { address, problem, list, views, mayEdit, mayShare } = loaderData;
  const words = usePromoWords();
  const language = useLanguage();
  const viewTabs = useViewTabs();
  const to = useLocalPath();
  const add = (
    <ButtonLink to={to("/admin/PromoCodes/New")} icon="plus" data-new>
      {words.add}
    </ButtonLink>
  );
  return (
    <KeysetList
      key={language}
      words={words}
      q={address.q}
      tabs={viewTabs(
        address,
        { all: words.all, ...words.states },
        { all: "", ...promotionTabs },
        list?.counts ?? null,
        views,
      )}
      maxCount={loaderData.maxCount}
      kept={listParams({ ...address, q: "" })}
      filters={
        <FilterBar list="promos" fields={promotionFields} address={address} sorts={promotionSorts}>
          <SaveView list="promos" address={address} views={views} mayShare={mayShare} />
        </FilterBar>
      }
      isEmpty={problem === null && list?.promotions.length === 0}
      after={list?.after ?? null}
      before={list?.before ?? null}
      action={mayEdit ? add : undefined}
    >
      {problem ? (
        <FilterRefused
          list="promos"
          problem={problem}
          address={address}
          narrowing={["state", "created"]}
        />
      ) : list ? (
        <PromotionTable {...list} />
      ) : null}
    </KeysetList>
  );
}
