import { inLanguage, type Language } from "#base/language.ts";
import type { HomePage, ProductSource } from "./home-page.ts";

/** A section of the home page in a language. */
export type ShownHomeSection =
  | { readonly kind: "hero"; readonly title: string; readonly text: string }
  | {
      readonly kind: "products";
      readonly source: ProductSource;
      /** The id of a collection; empty for another source. */
      readonly collection: string;
      /** Empty: the built-in title of the source. */
      readonly title: string;
    }
  | {
      readonly kind: "text";
      readonly title: string;
      /** Has the marks of shop/kernel/rich-text.ts. */
      readonly text: string;
      readonly link: string;
      readonly label: string;
    }
  | { readonly kind: "categories" | "collections" | "steps" | "promises" };

export interface ShownHome {
  /** Empty: the built-in title. */
  readonly title: string;
  readonly description: string;
  readonly sections: readonly ShownHomeSection[];
}

export function shownHome(home: HomePage, language: Language): ShownHome {
  const shown = (text: { id: string; en: string }) => inLanguage(text, language);
  return {
    title: shown(home.title),
    description: shown(home.description),
    sections: home.sections.map((section): ShownHomeSection => {
      const { kind } = section;
      if (kind === "hero") return { kind, title: shown(section.title), text: shown(section.text) };
      if (kind === "products") {
        const { source, collection } = section;
        return { kind, source, collection, title: shown(section.title) };
      }
      if (kind === "text") {
        const { title, text, link, label } = section;
        return { kind, title: shown(title), text: shown(text), link, label: shown(label) };
      }
      return { kind };
    }),
  };
}
