import { languageOf, useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { homeWords } from "#app/messages/shared/home.ts";
import { pageMeta } from "#app/page-meta.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { findHomePage } from "#shop/content/live-site.server.ts";
import { JsonLd, useSiteAddress } from "../json-ld.tsx";
import { RecentlyViewedShelf } from "../recently-viewed-shelf.tsx";
import type { Route } from "./+types/home";
import { HomeSections } from "./home-sections.tsx";
import { loadHome } from "./load-home.server.ts";
import { shopGraph } from "./shop-graph.ts";

export const meta: Route.MetaFunction = (args) => {
  const home = { ...homeWords(languageOf(args.location.pathname)), ...args.loaderData?.texts };
  return pageMeta(args, { title: home.title, description: home.description });
};

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  return loadHome(language, await findHomePage(language));
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const language = useLanguage();
  const merchant = useMerchant();
  const origin = useSiteAddress();
  const { recent } = useShopWords();
  return (
    <>
      <JsonLd graph={import.meta.env.SSR ? shopGraph(merchant, origin, language) : []} />
      <HomeSections shop={loaderData} />
      <RecentlyViewedShelf title={recent} />
    </>
  );
}
