import { marksOf } from "#app/ui/domain/order/payment-marks.tsx";
import type { Language } from "#base/language.ts";
import { homeProducts, listCategories } from "#shop/catalogue/catalogue.server.ts";
import type { ProductCard } from "#shop/catalogue/catalogue.ts";
import {
  listCollectionLinks,
  showCollectionShelf,
} from "#shop/catalogue/collections/show-collection.server.ts";
import type { ShownHome, ShownHomeSection } from "#shop/content/shown-home.ts";
import { findHomeTexts, type HomeTexts } from "#shop/settings/merchant/home-texts.server.ts";
import { listUsableMethods } from "#shop/settings/payment-methods/methods.server.ts";
import { heroCount } from "./hero.tsx";

type ProductSection = Extract<ShownHomeSection, { kind: "products" }>;

/** A section with its products, if it shows products. */
export type LoadedSection =
  | Exclude<ShownHomeSection, ProductSection>
  | (Omit<ProductSection, "collection"> & {
      readonly products: readonly ProductCard[];
      /** The address of the list of all products of the section. */
      readonly path: string;
    });

/** Products of a shelf: one row on a wide screen. */
const shelfCount = 4;

/** What the home page shows. @param page undefined: the built-in sections */
export async function loadHome(language: Language, page: ShownHome | undefined) {
  const [shelves, categories, collections, texts, usable] = await Promise.all([
    homeProducts(language),
    listCategories(language),
    listCollectionLinks(language),
    findHomeTexts(language),
    listUsableMethods(language),
  ]);
  const sections = await Promise.all(
    (page?.sections ?? builtInSections(texts)).map(async (section): Promise<LoadedSection> => {
      if (section.kind !== "products") return section;
      const { collection, ...shown } = section;
      return { ...shown, ...(await productsOf(section.source, collection, shelves, language)) };
    }),
  );
  // Payment methods without a logo are listed by name.
  const payments = {
    marks: marksOf(usable),
    names: usable.filter((method) => marksOf([method]).length === 0).map(({ name }) => name),
  };
  return {
    sections,
    bestSellers: shelves.bestSellers.slice(0, heroCount),
    takesNames: shelves.personalisable.length > 0,
    hasProducts: shelves.newest.length > 0,
    categories: categories.filter(({ path }) => path.length === 1),
    collections,
    payments,
    texts: {
      ...texts,
      ...(page?.title ? { title: page.title } : {}),
      ...(page?.description ? { description: page.description } : {}),
    },
  };
}

export type LoadedHome = Awaited<ReturnType<typeof loadHome>>;

async function productsOf(
  source: ProductSection["source"],
  collection: string,
  shelves: Awaited<ReturnType<typeof homeProducts>>,
  language: Language,
): Promise<{ products: readonly ProductCard[]; path: string }> {
  switch (source) {
    case "best":
      // The hero shows the first ones.
      return {
        products: shelves.bestSellers.slice(heroCount, heroCount + shelfCount),
        path: "/Shop",
      };
    case "newest":
      return { products: shelves.newest, path: "/Shop?sort=newest" };
    case "personalisable":
      return { products: shelves.personalisable, path: "/Shop?personalisable=1" };
    case "collection": {
      const shelf = await showCollectionShelf(collection, language);
      return {
        products: shelf?.products.slice(0, shelfCount) ?? [],
        path: `/Collections/${shelf?.slug ?? ""}`,
      };
    }
  }
}

function builtInSections(texts: HomeTexts): readonly ShownHomeSection[] {
  const shelf = (source: ProductSection["source"], title = "") =>
    ({ kind: "products", source, collection: "", title }) as const;
  return [
    { kind: "hero", title: texts.promise ?? "", text: texts.lead ?? "" },
    { kind: "categories" },
    { kind: "collections" },
    shelf("personalisable"),
    shelf("best"),
    shelf("newest", texts.newest),
    { kind: "steps" },
    { kind: "promises" },
  ];
}
