import type { DocumentName, SiteBody } from "#shop/content/document.ts";
import { lookPictures } from "#shop/content/look.ts";

/** The controls of the editor by name, e.g. `title.en`. A tick is `on` or empty. */
export type BodyValues = Readonly<Record<string, string>>;

/** Props of the form fields of a document, for every kind. */
export interface BodyFieldsProps {
  name: DocumentName;
  /** What the form begins with. */
  values: BodyValues;
  errorOf: (name: string) => string | undefined;
}

/** A body as values of the editor's controls. */
export function bodyValues(body: SiteBody): BodyValues {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): (readonly [string, string])[] => {
      if (typeof value === "boolean") return [[name, value ? "on" : ""]];
      if (typeof value !== "object" || value === null) return [[name, String(value)]];
      return Object.entries(value).map(([part, text]) => [`${name}.${part}`, String(text)]);
    }),
  );
}

/** The reverse of `bodyValues`, unchecked: the schema of the document validates it. */
export function readBody({ kind }: DocumentName, values: BodyValues): SiteBody {
  const text = (name: string) => ({
    id: values[`${name}.id`] ?? "",
    en: values[`${name}.en`] ?? "",
  });
  if (kind === "look") {
    return {
      accent: values.accent ?? "",
      ground: values.ground ?? "",
      corner: values.corner ?? "",
      ...Object.fromEntries(lookPictures.map((place) => [place, values[place] ?? ""])),
    };
  }
  if (kind === "banner") {
    return {
      text: text("text"),
      link: values.link ?? "",
      tone: values.tone ?? "",
      dismissible: values.dismissible === "on",
    };
  }
  return {
    title: text("title"),
    description: text("description"),
    text: text("text"),
    in_sitemap: values.in_sitemap === "on",
  };
}

/**
 * Three-way merge of two people's changes. A control that only one of them changed gets the changed value.
 * @returns the merged values, and the names of the controls that both changed; these have the value of `mine`
 */
export function joinValues(
  before: BodyValues,
  theirs: BodyValues,
  mine: BodyValues,
): { readonly values: BodyValues; readonly conflicts: readonly string[] } {
  const names = Object.keys(mine);
  const values = Object.fromEntries(
    names.map((name) => [name, (mine[name] === before[name] ? theirs[name] : mine[name]) ?? ""]),
  );
  const conflicts = names.filter(
    (name) =>
      mine[name] !== before[name] && theirs[name] !== before[name] && mine[name] !== theirs[name],
  );
  return { values, conflicts };
}
