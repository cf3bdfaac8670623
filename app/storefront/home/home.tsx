import { memo, useMemo } from "react";
import { languageOf, useLanguage } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { pageMeta } from "#app/page-meta.ts";
import { homeWords, useHomeWords } from "#app/storefront/home/messages/home.ts";
import { useShopWords } from "#app/storefront/messages/storefront.ts";
import { marksOf } from "#app/ui/domain/order/payment-marks.tsx";
import { homeProducts, listCategories } from "#shop/catalogue/catalogue.server.ts";
import { listCollectionLinks } from "#shop/catalogue/collections/show-collection.server.ts";
import { findHomeTexts } from "#shop/settings/merchant/home-texts.server.ts";
import { listUsableMethods } from "#shop/settings/payment-methods/methods.server.ts";
import { JsonLd, useSiteAddress } from "../json-ld.tsx";
import { RecentlyViewedShelf } from "../recently-viewed-shelf.tsx";
import type { Route } from "./+types/home";
import { CategoryIndex } from "./category-index.tsx";
import { CollectionIndex } from "./collection-index.tsx";
import { FourCopies } from "./four-copies.tsx";
import { EmptyHero, Hero, heroCount } from "./hero.tsx";
import { Promises } from "./promises.tsx";
import { Shelf } from "./shelf.tsx";
import { shopGraph } from "./shop-graph.ts";

export const meta: Route.MetaFunction = (args) => {
  const home = { ...homeWords(languageOf(args.location.pathname)), ...args.loaderData?.texts };
  return pageMeta(args, { title: home.title, description: home.description });
};

export const handle = { lateScripts: true };

export async function loader({ url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const [shelves, categories, collections, texts, usable] = await Promise.all([
    homeProducts(language),
    listCategories(language),
    listCollectionLinks(language),
    findHomeTexts(language),
    listUsableMethods(language),
  ]);
  // What has no mark is said in words.
  const payments = {
    marks: marksOf(usable),
    names: usable.filter((method) => marksOf([method]).length === 0).map(({ name }) => name),
  };
  const shown = categories.filter(({ path }) => path.length === 1);
  return { shelves, categories: shown, collections, payments, texts };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const language = useLanguage();
  const merchant = useMerchant();
  const origin = useSiteAddress();
  const { recent } = useShopWords();
  return (
    <>
      <JsonLd graph={import.meta.env.SSR ? shopGraph(merchant, origin, language) : []} />
      <Sections shop={loaderData} />
      <RecentlyViewedShelf title={recent} />
    </>
  );
}

/** The router renders a page again for every address that it learns of; this one stays as it is. */
const Sections = memo(function Sections({
  shop: { shelves, categories, collections, payments, texts },
}: {
  shop: Route.ComponentProps["loaderData"];
}) {
  const home = useHomeWords();
  const { bestSellers, newest, personalisable } = shelves;
  // The hero shows the first ones already; a shelf is four wide.
  const others = useMemo(() => bestSellers.slice(heroCount, heroCount + 4), [bestSellers]);
  if (newest.length === 0) {
    return (
      <>
        <EmptyHero promise={texts.promise ?? home.promise} />
        <FourCopies texts={texts} />
      </>
    );
  }
  return (
    <>
      <Hero
        products={bestSellers}
        takesNames={personalisable.length > 0}
        promise={texts.promise ?? home.promise}
        lead={texts.lead ?? home.lead}
      />
      {categories.length > 0 ? <CategoryIndex categories={categories} /> : null}
      {collections.length > 0 ? <CollectionIndex collections={collections} /> : null}
      <Shelf title={home.personalisable} products={personalisable} path="/Shop?personalisable=1" />
      <Shelf title={home.bestSellers} products={others} path="/Shop" />
      <Shelf title={texts.newest ?? home.newest} products={newest} path="/Shop?sort=newest" />
      <FourCopies texts={texts} />
      <Promises payments={payments} />
    </>
  );
});
