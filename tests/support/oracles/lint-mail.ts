import { faintTexts } from "./mail-contrast.ts";
import {
  declarationsIn,
  type MailElement,
  type MailMarkup,
  readMailMarkup,
  textIn,
} from "./mail-markup.ts";

/** Gmail shows no more than this, and hides the link that stops behind "view entire message". Bytes. */
const clippedAt = 102_000;
/** Gmail drops a longer style sheet whole. Characters. */
const maxStyle = 8_192;
/** Pixels of the sheet. */
const sheet = 600;
/** Pixels that a finger needs. */
const fingertip = 44;
/** Pixels of a column: two fit beside each other into the rows of the sheet. */
const widestColumn = 284;

const allowed: ReadonlySet<string> = new Set([
  ...["html", "head", "meta", "title", "style", "body", "div", "table", "tr", "td", "a", "img"],
  ...["br", "h1", "h2", "p", "ul", "li", "span", "strong", "em"],
]);
/** Outlook for Windows ignores the padding of everything else. Of a list it is the place of the marks. */
const mayPad: ReadonlySet<string> = new Set(["td", "body", "ul", "a"]);
/** What mail programs drop or show each in their own way. */
const badStyle =
  /\b(position|float|flex|grid|animation|transition|box-shadow|background-image|calc|var|url|expression|vw|vh|rem)\b/;

/**
 * What mail programs break on, in one mail, by rules of our own: Gmail's limits, Outlook's Word, dark modes, blocked pictures,
 * readers for the blind, and programs that show the text part alone.
 * @param language that its texts are in
 * @returns a line for each problem
 */
export function lintMail(
  { html, text }: { readonly html: string; readonly text: string },
  language: string,
): string[] {
  const markup = readMailMarkup(html);
  return [
    ...markup.problems,
    ...lintDocument(html, markup, language),
    ...markup.elements.flatMap(lintElement),
    ...faintTexts(markup),
    ...lintText(text, markup),
  ];
}

function lintDocument(html: string, { elements, comments }: MailMarkup, language: string) {
  const problems: string[] = [];
  const first = (tag: string) => elements.find((element) => element.tag === tag);
  if (!html.startsWith("<!doctype html><html ")) problems.push("no doctype");
  if (first("html")?.attributes.lang !== language) problems.push(`lang is not ${language}`);
  if (textIn(first("title") ?? empty).trim() === "") problems.push("no title");
  const metas = elements.filter(({ tag }) => tag === "meta").map(({ attributes }) => attributes);
  if (metas[0]?.charset !== "utf-8") problems.push("the charset is not the first meta");
  for (const name of ["viewport", "color-scheme", "supported-color-schemes"]) {
    if (!metas.some((meta) => meta.name === name)) problems.push(`no meta ${name}`);
  }
  const style = textIn(first("style") ?? empty);
  if (style.length > maxStyle) problems.push(`style sheet of ${style.length} characters`);
  if (/@import|@font-face|url\(/.test(style)) problems.push("the style sheet loads something");
  for (const look of ["@media (prefers-color-scheme:dark)", "[data-ogsc]", "[data-ogsb]"]) {
    if (!style.includes(look)) problems.push(`no ${look}`);
  }
  if (Buffer.byteLength(html) > clippedAt) problems.push("Gmail clips it");
  const ghosts = comments.join("");
  if (!ghosts.includes(`width="${sheet}"`)) problems.push("no table of fixed width for Outlook");
  if (count(ghosts, "<table") !== count(ghosts, "</table>")) problems.push("an open ghost table");
  if (elements.filter(({ tag }) => tag === "h1").length > 1) problems.push("two headings");
  problems.push(...lintColumns(elements, comments, style));
  return problems;
}

/**
 * Columns stand beside each other without a table of their own, so that they can stack: Outlook for Windows, which knows no greatest
 * width, needs a ghost cell of the same width for each.
 */
function lintColumns(elements: readonly MailElement[], comments: readonly string[], style: string) {
  const problems: string[] = [];
  const ghosts = comments.join("");
  const columns = elements.filter((element) => classesOf(element).includes("column"));
  if (columns.length > 0 && !style.includes("@media (max-width:609px){.column{max-width:100%")) {
    problems.push("columns do not fill a phone");
  }
  if (columns.length !== count(ghosts, 'valign="top">')) problems.push("a column without a ghost");
  for (const { attributes, children } of columns) {
    const declared = declarationsIn(attributes.style ?? "");
    const widest = Number(/^(\d+)px$/.exec(declared.get("max-width") ?? "")?.[1] ?? 0);
    if (declared.get("display") !== "inline-block" || declared.get("width") !== "100%") {
      problems.push("a column that does not stack");
    }
    if (widest === 0 || widest > widestColumn) problems.push("a column too wide for two");
    if (!ghosts.includes(`<td width="${widest}" valign="top">`)) {
      problems.push(`no ghost cell of ${widest}`);
    }
    const [child] = children;
    if (typeof child === "string" || child?.tag !== "table")
      problems.push("a column without cells");
  }
  return problems;
}

function classesOf({ attributes }: MailElement): readonly string[] {
  return (attributes.class ?? "").split(" ");
}

function lintElement(element: MailElement): string[] {
  const { tag, attributes } = element;
  const problems: string[] = [];
  const say = (problem: string) => problems.push(`${tag}: ${problem}`);
  if (!allowed.has(tag)) say("is not for mails");
  for (const name of Object.keys(attributes)) {
    if (name.startsWith("on") || name === "id") say(`has ${name}`);
  }
  const style = attributes.style ?? "";
  const bad = badStyle.exec(style);
  if (bad) say(`style ${bad[1]}`);
  const declared = declarationsIn(style);
  const padded = [...declared.keys()].find((name) => name.startsWith("padding"));
  if (padded && !mayPad.has(tag)) say("has padding, which Outlook ignores");
  const width = Number(/^(\d+)px$/.exec(declared.get("width") ?? "")?.[1] ?? 0);
  if (width > 0 && attributes.width !== String(width)) say("has a width in its style alone");
  if (Number(attributes.width ?? 0) > sheet) say("is wider than the sheet");
  if (tag === "table") {
    if (attributes.role !== "presentation") say("has no role");
    for (const name of ["cellpadding", "cellspacing", "border"]) {
      if (attributes[name] !== "0") say(`has no ${name}`);
    }
  }
  if (tag === "img") problems.push(...lintPicture(element, declared));
  if (tag === "a") problems.push(...lintLink(element, declared));
  return problems;
}

function lintPicture(
  { attributes, parent }: MailElement,
  declared: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = [];
  if (attributes.alt === undefined) problems.push("img: no alt");
  if (!/^(https?:\/\/|cid:[A-Za-z0-9-]+$)/.test(attributes.src ?? "")) {
    problems.push(`img: not an absolute address: ${attributes.src}`);
  }
  if (!/^\d+$/.test(attributes.width ?? "")) problems.push("img: no width");
  if (!/^\d+$/.test(attributes.height ?? "") && declared.get("height") !== "auto") {
    problems.push("img: no height");
  }
  if (parent?.tag === "a" && attributes.alt === "" && textIn(parent).trim() === "") {
    problems.push("img: a link without words when pictures are blocked");
  }
  return problems;
}

function lintLink(element: MailElement, declared: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const { href = "", class: classes = "" } = element.attributes;
  if (!/^(https?:\/\/[^\s/]|mailto:)/.test(href)) problems.push(`a: not absolute: ${href}`);
  const picture = element.children.find((child) => typeof child !== "string");
  const words = textIn(element).trim() || (picture as MailElement | undefined)?.attributes.alt;
  if (!words) problems.push(`a: without words: ${href}`);
  if (classes.split(" ").includes("button-text")) {
    const line = Number(/\/(\d+)px/.exec(declared.get("font") ?? "")?.[1] ?? 0);
    const padding = Number(/^(\d+)px/.exec(declared.get("padding") ?? "")?.[1] ?? 0);
    if (line + 2 * padding < fingertip) problems.push("a: a button lower than a fingertip");
    if (!element.parent?.attributes.bgcolor) problems.push("a: a button outside of its cell");
  }
  return problems;
}

function lintText(text: string, { elements, root }: MailMarkup): string[] {
  const problems: string[] = [];
  if (text.trim() === "") problems.push("text: empty");
  if (/[\uE000\uE001]/.test(text + textIn(root))) problems.push("text: a slot was not filled");
  if (/&(amp|lt|gt|quot|#39|nbsp);/.test(text)) problems.push("text: entities");
  for (const { tag, attributes } of elements) {
    if (tag === "a" && !text.includes(attributes.href ?? "")) {
      problems.push(`text: lacks the link ${attributes.href}`);
    }
  }
  return problems;
}

const empty: MailElement = { tag: "", attributes: {}, parent: undefined, children: [] };

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
