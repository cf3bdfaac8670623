import { useDesignPriceWords } from "#app/messages/shared/design-price.ts";

/** Rows that are shown at once; more are opened by a press. */
const maxOpen = 6;

interface PrintedWordsProps {
  /** What all pieces bear. */
  words: readonly string[];
  /** Of a roster: what each piece bears, empty where it has no words of its own. */
  pieces: readonly string[] | null;
  /** All rows are shown at once, to be checked one by one. */
  isOpen?: boolean;
}

/** What is printed, to check names by: what all pieces bear, and of a roster each piece by its number. */
export function PrintedWords({ words, pieces, isOpen = false }: PrintedWordsProps) {
  const { roster } = useDesignPriceWords();
  return (
    <>
      {words.length > 0 ? (
        <span className="block text-sm font-semibold wrap-anywhere">
          {words.map((word) => `“${word}”`).join(" · ")}
        </span>
      ) : null}
      {pieces ? (
        <details open={isOpen || pieces.length <= maxOpen} className="text-sm">
          <summary className="flex min-h-11 cursor-pointer items-center underline decoration-rule underline-offset-4">
            {roster.names(pieces.length)}
          </summary>
          <ol className="grid list-decimal gap-x-8 pl-6 marker:text-muted sm:grid-cols-2">
            {pieces.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a roster never change
              <li key={index} className="wrap-anywhere">
                {text || <span className="text-muted">{roster.blank}</span>}
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </>
  );
}
