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
  /** For changes that cause no input event. */
  onDirty: () => void;
  /** For the home page and menus. */
  choices: DocumentChoices;
}

export interface NamedChoice {
  readonly id: string;
  readonly name: string;
}

/** Categories and collections that a document can link to or show. Empty for kinds of documents that use none. */
export interface DocumentChoices {
  readonly categories: readonly NamedChoice[];
  readonly collections: readonly NamedChoice[];
}

/** The initial value of a text field in both languages. */
export function startOf(values: BodyValues, name: string): { id: string; en: string } {
  return { id: values[`${name}.id`] ?? "", en: values[`${name}.en`] ?? "" };
}

/**
 * A body as values of the editor's controls. Sections of the home page and entries of a menu have controls
 * `{key}.{field}`.
 */
export function bodyValues({ sections, entries, ...body }: SiteBody): BodyValues {
  const list = sections ?? entries;
  if (!Array.isArray(list)) return fieldValues(body);
  const all = list as readonly (SiteBody & { readonly key: string })[];
  return Object.assign(
    { ...fieldValues(body), order: all.map(({ key }) => key).join(" ") },
    ...all.map(({ key, ...section }) =>
      Object.fromEntries(
        Object.entries(fieldValues(section)).map(([name, text]) => [`${key}.${name}`, text]),
      ),
    ),
  );
}

function fieldValues(body: SiteBody): BodyValues {
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
  if (kind === "menu") return { entries: keysInOrder(values).map((key) => readEntry(key, values)) };
  if (kind === "home") {
    return {
      title: text("title"),
      description: text("description"),
      sections: keysInOrder(values).map((key) => readSection(key, values)),
    };
  }
  return {
    title: text("title"),
    description: text("description"),
    text: text("text"),
    in_sitemap: values.in_sitemap === "on",
  };
}

/** Larger than the maximum of every document. Without it a long list would take minutes: each problem searches the list. */
const maxEntries = 100;

/** The keys of the sections or entries in their order, at most `maxEntries`. */
export function keysInOrder({ order = "" }: BodyValues): readonly string[] {
  return order.split(" ", maxEntries).filter((key) => key !== "");
}

function readEntry(key: string, values: BodyValues): SiteBody {
  const line = (name: string) => values[`${key}.${name}`] ?? "";
  const text = (name: string) => ({ id: line(`${name}.id`), en: line(`${name}.en`) });
  const kind = line("kind");
  switch (kind) {
    case "category":
      return { key, kind, category: line("category") };
    case "collection":
      return { key, kind, collection: line("collection") };
    case "link":
      return { key, kind, label: text("label"), link: line("link") };
    default:
      return { key, kind, title: text("title") };
  }
}

function readSection(key: string, values: BodyValues): SiteBody {
  const line = (name: string) => values[`${key}.${name}`] ?? "";
  const text = (name: string) => ({ id: line(`${name}.id`), en: line(`${name}.en`) });
  const kind = line("kind");
  switch (kind) {
    case "hero":
      return { key, kind, title: text("title"), text: text("text") };
    case "products": {
      const source = line("source");
      const collection = source === "collection" ? line("collection") : "";
      return { key, kind, source, collection, title: text("title") };
    }
    case "text": {
      const [link, label] = [line("link"), text("label")];
      return { key, kind, title: text("title"), text: text("text"), link, label };
    }
    default:
      return { key, kind };
  }
}

/** The name of the control for a problem's path, e.g. `s1.title.id` for `sections.0.title.id`. */
export function controlOf(path: string, values: BodyValues): string {
  const [, place, field] = /^(?:sections|entries)\.(\d+)\.(.+)$/.exec(path) ?? [];
  return place === undefined ? path : `${keysInOrder(values)[Number(place)]}.${field}`;
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
  // Includes the controls of sections that the other person added.
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const values = Object.fromEntries(
    names.map((name) => [name, (mine[name] === before[name] ? theirs[name] : mine[name]) ?? ""]),
  );
  const conflicts = names.filter(
    (name) =>
      mine[name] !== before[name] && theirs[name] !== before[name] && mine[name] !== theirs[name],
  );
  return { values, conflicts };
}
