import { useLocalPath } from "#app/language.ts";
import type { FaqEntry as Entry } from "#app/messages/shared/faq.id.ts";
import { useFaqWords } from "#app/messages/shared/faq.ts";
import { Link } from "#app/ui/link.tsx";
import { RichText } from "#app/ui/rich-text.tsx";
import { highlight } from "./search-faq.ts";

/** One question with its own address; the search words are marked. */
export function FaqEntry({ entry, marked }: { entry: Entry; marked: readonly string[] }) {
  const words = useFaqWords();
  const to = useLocalPath();
  return (
    <section
      id={entry.slug}
      className="scroll-mt-6 py-5 target:border-l-4 target:border-l-carbon target:pl-4"
    >
      <h3 className="text-base font-bold">
        <a
          href={`#${entry.slug}`}
          title={words.linkTo(entry.question)}
          className="hover:text-carbon hover:underline"
        >
          <Marked text={entry.question} words={marked} />
        </a>
      </h3>
      <div className="mt-1.5 grid max-w-[66ch] gap-2">
        {entry.isRich && marked.length === 0 ? (
          <RichText text={entry.answer.join("\n\n")} />
        ) : (
          entry.answer.map((text) => (
            <p key={text}>
              <Marked text={text} words={marked} />
            </p>
          ))
        )}
      </div>
      {entry.link ? (
        <p className="mt-2">
          <Link to={to(entry.link.path)} className="link inline-flex min-h-6 items-center">
            {entry.link.text}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  let at = 0;
  return highlight(text, words).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.isFound ? (
      <mark key={key} className="bg-yellow text-yellow-ink">
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    );
  });
}
