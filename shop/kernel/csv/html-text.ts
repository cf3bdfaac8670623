/** Names of the letters from U+00A0 to U+00FF, in their order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );
const others: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  prime: "′",
  Prime: "″",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  euro: "€",
  trade: "™",
  rarr: "→",
  larr: "←",
  check: "✓",
  hearts: "♥",
  star: "☆",
  starf: "★",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  zwnj: "",
  zwj: "",
  lrm: "",
  rlm: "",
  minus: "−",
  le: "≤",
  ge: "≥",
};
const entities: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, place) => [name, String.fromCharCode(0xa0 + place)] as const),
  ...Object.entries(others),
]);

const boldText = /<(?:b|strong)(?:\s[^<>]*)?>([^<>*\n]{1,1000})<\/(?:b|strong)\s*>/gi;

/** Wraps text in `**`, with leading and trailing spaces outside. */
function bold(text: string): string {
  const inner = text.trim();
  return inner ? text.replace(inner, () => `**${inner}**`) : text;
}

/**
 * The text of an HTML fragment; each block and table row is a line, and hidden content is omitted.
 * @param hasMarkup whether bold text becomes `**bold**`, the mark-up of descriptions
 */
export function htmlText(html: string, { hasMarkup = false } = {}): string {
  const shown = withoutHidden(html)
    .replace(boldText, (all, text) => (hasMarkup ? bold(text) : all))
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, "\n")
    .replace(/<\/t[dh]\b[^<>]*>/gi, " ")
    // Excluding "<" keeps matching linear for many unclosed tags.
    .replace(/<\/?[a-z!][^<>]*>/gi, "");
  return withEntities(shown)
    .replace(/[ \t\u00a0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Without comments, styles and scripts; one that is not closed ends the text. */
function withoutHidden(html: string): string {
  const opening = /<(?:(style|script|template)\b|!--)/gi;
  let shown = "";
  let from = 0;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    shown += html.slice(from, found.index);
    const closing = found[1] === undefined ? /-->/g : new RegExp(`</${found[1]}\\b[^<>]*>`, "gi");
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html);
    if (!end) return shown;
    from = closing.lastIndex;
    opening.lastIndex = from;
  }
  return shown + html.slice(from);
}

function withEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]\w{1,30}));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return entities.get(name) ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      const isLetter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isLetter ? String.fromCodePoint(code) : "";
    },
  );
}
