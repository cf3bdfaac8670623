import { homeWords } from "#app/messages/shared/home.ts";
import type { LocalText } from "#base/language.ts";
import type { HomePage } from "#shop/content/home-page.ts";
import {
  findHomeTexts,
  type HomeText,
  type HomeTexts,
} from "#shop/settings/merchant/home-texts.server.ts";

/** The initial body of the home page's editor: the sections that visitors see while no document is published. */
export async function defaultHome(): Promise<HomePage> {
  const [id, en] = await Promise.all([findHomeTexts("id"), findHomeTexts("en")]);
  const text = (name: HomeText): LocalText => ({ id: textOf(id, name), en: textOf(en, name) });
  const inBoth = (name: "promise" | "lead"): LocalText => ({
    id: id[name] ?? homeWords("id")[name],
    en: en[name] ?? homeWords("en")[name],
  });
  const shelf = { kind: "products", collection: "", title: { id: "", en: "" } } as const;
  return {
    title: text("title"),
    description: text("description"),
    sections: [
      { key: "s1", kind: "hero", title: inBoth("promise"), text: inBoth("lead") },
      { key: "s2", kind: "categories" },
      { key: "s3", kind: "collections" },
      { key: "s4", ...shelf, source: "personalisable" },
      { key: "s5", ...shelf, source: "best" },
      { key: "s6", ...shelf, source: "newest", title: text("newest") },
      { key: "s7", kind: "steps" },
      { key: "s8", kind: "promises" },
    ],
  };
}

const textOf = (texts: HomeTexts, name: HomeText) => texts[name] ?? "";
