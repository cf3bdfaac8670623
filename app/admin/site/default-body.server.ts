import { faqWords } from "#app/messages/shared/faq.ts";
import { readingPage } from "#app/messages/shared/reading.ts";
import { termsWords } from "#app/messages/shared/terms.ts";
import { type Language, type LocalText, languages } from "#base/language.ts";
import type { DocumentName, SiteBody } from "#shop/content/document.ts";
import { writeFaqText } from "#shop/content/faq-page.ts";
import { builtInColours } from "#shop/content/look-colours.ts";
import { writePageText } from "#shop/content/page-text.ts";

const empty: LocalText = { id: "", en: "" };

/** Slugs of built-in questions that apply only to a shop that prints. */
const printing: readonly string[] = ["minimum", "gambar-sendiri"];

/**
 * The initial body of a document's editor: the built-in content, which visitors see while no document is published.
 * @param prints whether a product takes the buyer's own text or picture
 */
export function defaultBody({ kind, key }: DocumentName, prints: boolean): SiteBody {
  if (kind === "look") {
    const { carbon, paper } = builtInColours.light;
    return {
      accent: carbon ?? "",
      ground: paper ?? "",
      corner: "0",
      logo_light: "",
      logo_dark: "",
      sign: "",
      share: "",
    };
  }
  if (kind === "banner") return { text: empty, link: "", tone: "ink", dismissible: true };
  const page = { title: empty, description: empty, text: empty, in_sitemap: true };
  switch (key) {
    case "about":
      return {
        ...page,
        title: inBoth((language) => readingPage("about", language).title),
        description: inBoth((language) => readingPage("about", language).lead),
        text: inBoth((language) => writePageText(readingPage("about", language).sections)),
      };
    case "faq":
      return {
        ...page,
        title: inBoth((language) => faqWords(language).title),
        description: inBoth((language) => faqWords(language).lead),
        text: inBoth((language) => faqText(language, prints)),
      };
    case "shipping-returns":
      return {
        ...page,
        title: inBoth((language) => termsWords(language).shipping.title),
        description: inBoth((language) => termsWords(language).shipping.lead),
      };
    case "privacy-intro":
      return { ...page, title: inBoth((language) => readingPage("privacy", language).title) };
    default:
      return page;
  }
}

function faqText(language: Language, prints: boolean): string {
  return writeFaqText(
    faqWords(language).groups.map(({ title, entries }) => ({
      title,
      questions: entries
        .filter(({ slug }) => prints || !printing.includes(slug))
        .map(({ slug, question, answer, link }) => ({
          slug,
          question,
          // An empty answer follows the settings. A link alone would replace it.
          answer:
            answer.length === 0
              ? ""
              : [...answer, ...(link ? [`[${link.text}](${link.path})`] : [])].join("\n\n"),
        })),
    })),
  );
}

function inBoth(read: (language: Language) => string): LocalText {
  const [id, en] = languages.map(read);
  return { id: id ?? "", en: en ?? "" };
}
