/** The filter expressions that this program writes. @returns undefined for another one, or an attribute without a filter */
export function meets(
  one: Readonly<Record<string, unknown>>,
  expression: string,
  filterable: readonly string[],
): boolean | undefined {
  const [, name = "", operator, text = ""] = /^(\w+) (=|<=|>=) (.+)$/.exec(expression) ?? [];
  if (!filterable.includes(name)) return undefined;
  const value: unknown = JSON.parse(text);
  if (operator === "=") return [one[name]].flat().includes(value);
  const [has, wanted] = [Number(one[name]), Number(value)];
  return operator === "<=" ? has <= wanted : has >= wanted;
}

interface Rules {
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
  readonly typoTolerance?: {
    readonly minWordSizeForTypos?: { readonly oneTypo: number; readonly twoTypos: number };
    readonly disableOnNumbers?: boolean;
  };
}

/** Mistakes with which the text has every word of the query, the last one as a beginning; undefined: not with few enough. */
export function hasMistakes(query: string, text: string, rules: Rules): number | undefined {
  const meant = rules.synonyms?.[query] ?? [];
  const found = [query, ...meant]
    .map((phrase) => ofPhrase(phrase, text, rules))
    .filter((mistakes) => mistakes !== undefined);
  return found.length === 0 ? undefined : Math.min(...found);
}

function ofPhrase(phrase: string, text: string, { typoTolerance }: Rules): number | undefined {
  const { oneTypo = 5, twoTypos = 9 } = typoTolerance?.minWordSizeForTypos ?? {};
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const wanted = phrase.split(" ").filter(Boolean);
  let sum = 0;
  for (const [place, word] of wanted.entries()) {
    const isNumber = typoTolerance?.disableOnNumbers === true && /^\d+$/.test(word);
    const allowed = isNumber ? 0 : word.length >= twoTypos ? 2 : word.length >= oneTypo ? 1 : 0;
    const isLast = place === wanted.length - 1;
    const least = Math.min(
      ...words.map((other) =>
        isLast && other.startsWith(word) ? 0 : distance(word, other, allowed),
      ),
    );
    if (least > allowed) return undefined;
    sum += least;
  }
  return sum;
}

/** Letters that are added, missing, other or exchanged with their neighbour; more than `most` is any greater number. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  const rows = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + same,
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
