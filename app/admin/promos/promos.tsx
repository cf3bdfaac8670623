import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { promoWords, usePromoWords } from "#app/messages/admin/promos.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { may } from "#shop/access.ts";
import { maxCount } from "#shop/newest-first.server.ts";
import { listPromotions } from "#shop/promotion-editor/list-promotions.server.ts";
import { promotionViews, readPromotionFilter } from "#shop/promotion-editor/promotion-filter.ts";
import { KeysetList } from "../keyset-list.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/promos";
import { PromotionTable } from "./promotion-table.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: promoWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "promos.read");
  const filter = readPromotionFilter(url.searchParams);
  const listed = await listPromotions(staff, filter);
  return { filter, ...listed, maxCount, mayEdit: may(staff, "promos.edit") };
}

export default function AdminPromos({ loaderData }: Route.ComponentProps) {
  const { filter, promotions, counts, mayEdit } = loaderData;
  const words = usePromoWords();
  const language = useLanguage();
  const to = useLocalPath();
  const add = (
    <ButtonLink to={to("/admin/PromoCodes/New")} icon="plus">
      {words.add}
    </ButtonLink>
  );
  return (
    <KeysetList
      key={language}
      words={words}
      q={filter.q}
      parameter="view"
      chosen={filter.view}
      views={promotionViews.map((view) => ({
        value: view,
        label: words.states[view],
        count: counts[view],
      }))}
      maxCount={loaderData.maxCount}
      isEmpty={promotions.length === 0}
      after={loaderData.after}
      before={loaderData.before}
      action={mayEdit ? add : undefined}
    >
      <PromotionTable {...loaderData} />
    </KeysetList>
  );
}
