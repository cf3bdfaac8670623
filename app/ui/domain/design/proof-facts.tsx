import { useLanguage } from "#app/language.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { inkText } from "#shop/designs/colour/palette-inks.ts";
import type { Proof } from "#shop/production/customisations/customisation.ts";

/** Rows of a list of facts: how many colours a proof prints and how sharp its pictures are. */
export function ProofFacts({ facts }: Pick<Proof, "facts">) {
  const { facts: words } = useProofWords();
  const language = useLanguage();
  if (!facts) return null;
  return (
    <>
      {facts.inks.length > 0 ? (
        <>
          <dt className="text-muted">{words.inks}</dt>
          <dd className="flex flex-wrap items-center gap-1">
            {words.count(facts.inks.length)}
            {facts.inks.map((ink) => (
              <span key={ink.hex} className="flex items-center gap-1">
                <span className="swatch" style={{ backgroundColor: ink.hex }} />
                {ink.name ? <span className="mr-2">{inkText(ink, language)}</span> : null}
              </span>
            ))}
          </dd>
        </>
      ) : null}
      {facts.dpi ? (
        <>
          <dt className="text-muted">{words.pictures}</dt>
          <dd className="tabular-nums">{words.dpi(facts.pictures, facts.dpi)}</dd>
        </>
      ) : null}
    </>
  );
}
