/** An element of a mail, or a piece of its text. */
export interface MailElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: MailElement | undefined;
  readonly children: (MailElement | string)[];
}

export interface MailMarkup {
  readonly root: MailElement;
  readonly elements: readonly MailElement[];
  /** Conditional comments, which Outlook for Windows alone reads. */
  readonly comments: readonly string[];
  /** Names of elements and attributes in their order: what hostile texts must not change. */
  readonly skeleton: string;
  readonly problems: readonly string[];
}

const voidTags: ReadonlySet<string> = new Set(["meta", "img", "br"]);
const token =
  /<!--\[if [\s\S]*?<!\[endif\]-->|<!doctype html>|<style>([\s\S]*?)<\/style>|<\/([a-z][a-z0-9]*)>|<([a-z][a-z0-9]*)((?: [a-z][a-z:-]*="[^"<>]*")*)>|[^<]+|</g;
const attribute = /([a-z][a-z:-]*)="([^"]*)"/g;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  "#39": "'",
  nbsp: "\u00a0",
  zwnj: "\u200c",
  "#847": "\u034f",
};

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/**
 * Reads the HTML of a mail by a grammar that is far stricter than a browser's: lower-case names, quoted attributes, and every
 * element closed. What does not fit is a problem, so that no typed text can have become markup.
 */
export function readMailMarkup(html: string): MailMarkup {
  const root: MailElement = { tag: "", attributes: {}, parent: undefined, children: [] };
  const elements: MailElement[] = [];
  const comments: string[] = [];
  const problems: string[] = [];
  const skeleton: string[] = [];
  let open = root;
  for (const [whole, style, closed, opened, written = ""] of html.matchAll(token)) {
    if (whole === "<!doctype html>") continue;
    if (whole.startsWith("<!--")) {
      comments.push(whole);
    } else if (style !== undefined) {
      const made = { tag: "style", attributes: {}, parent: open, children: [style] };
      elements.push(made);
      open.children.push(made);
    } else if (closed !== undefined) {
      if (open.tag === closed && open.parent) open = open.parent;
      else problems.push(`</${closed}> closes <${open.tag}>`);
    } else if (opened !== undefined) {
      const attributes: Record<string, string> = {};
      for (const [, name = "", value = ""] of written.matchAll(attribute)) {
        if (name in attributes) problems.push(`${opened} has ${name} twice`);
        attributes[name] = decodeEntities(value);
      }
      skeleton.push([opened, ...Object.keys(attributes)].join(" "));
      const made: MailElement = { tag: opened, attributes, parent: open, children: [] };
      elements.push(made);
      open.children.push(made);
      if (!voidTags.has(opened)) open = made;
    } else if (whole === "<") problems.push("a < that begins no element");
    else {
      if (/&(?!(?:lt|gt|quot|amp|nbsp|zwnj|#39|#847);)/.test(whole)) {
        problems.push(`an & that is not escaped: ${whole.slice(0, 60)}`);
      }
      open.children.push(decodeEntities(whole));
    }
  }
  if (open !== root) problems.push(`<${open.tag}> is never closed`);
  return { root, elements, comments, problems, skeleton: skeleton.join("\n") };
}

/** The text in an element, as a reader sees it. */
export function textIn(element: MailElement): string {
  return element.children
    .map((child) => (typeof child === "string" ? child : child.tag === "br" ? "\n" : textIn(child)))
    .join("");
}

/** The declarations of a `style` attribute, or of a rule. */
export function declarationsIn(style: string): ReadonlyMap<string, string> {
  return new Map(
    style
      .split(";")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [name = "", ...value] = part.split(":");
        return [name.trim(), value.join(":").replace("!important", "").trim()] as const;
      }),
  );
}
