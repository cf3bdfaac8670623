import { memo } from "react";
import { useHomeWords } from "#app/messages/shared/home.ts";
import { CategoryIndex } from "./category-index.tsx";
import { CollectionIndex } from "./collection-index.tsx";
import { FourCopies } from "./four-copies.tsx";
import { EmptyHero, Hero } from "./hero.tsx";
import type { LoadedHome, LoadedSection } from "./load-home.server.ts";
import { Promises } from "./promises.tsx";
import { Shelf } from "./shelf.tsx";
import { TextSection } from "./text-section.tsx";

/** Memoised, because the router renders the page again for each route that it discovers. */
export const HomeSections = memo(function HomeSections({ shop }: { shop: LoadedHome }) {
  return shop.sections.map((section, place) => {
    // The order of sections on a page does not change, so the index is the key.
    const key = `${place}`;
    return <Section key={key} section={section} shop={shop} />;
  });
});

function Section({ section, shop }: { section: LoadedSection; shop: LoadedHome }) {
  const home = useHomeWords();
  const { bestSellers, takesNames, hasProducts, categories, collections, payments, texts } = shop;
  switch (section.kind) {
    case "hero": {
      const promise = section.title || home.promise;
      return hasProducts ? (
        <Hero
          products={bestSellers}
          takesNames={takesNames}
          promise={promise}
          lead={section.text || home.lead}
        />
      ) : (
        <EmptyHero promise={promise} />
      );
    }
    case "categories":
      return hasProducts && categories.length > 0 ? (
        <CategoryIndex categories={categories} />
      ) : null;
    case "collections":
      return hasProducts && collections.length > 0 ? (
        <CollectionIndex collections={collections} />
      ) : null;
    case "products": {
      const { title, source, products, path } = section;
      const builtIn = {
        best: home.bestSellers,
        newest: home.newest,
        personalisable: home.personalisable,
        collection: home.collection,
      };
      return <Shelf title={title || builtIn[source]} products={products} path={path} />;
    }
    case "text":
      return <TextSection {...section} />;
    case "steps":
      return <FourCopies texts={texts} />;
    case "promises":
      return hasProducts ? <Promises payments={payments} /> : null;
  }
}
