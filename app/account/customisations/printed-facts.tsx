import { useCustomisationWords } from "#app/account/customisations/messages/customisation.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { PrintedWords } from "#app/ui/domain/design/printed-words.tsx";
import { ProofFacts } from "#app/ui/domain/design/proof-facts.tsx";
import type { Proof } from "#shop/production/customisations/customisation.ts";

/** What is printed, spelled out, its size, its colours and how sharp its pictures are. */
export function PrintedFacts({ proof, pieces }: { proof: Proof; pieces: number }) {
  const { page: words } = useCustomisationWords();
  const proofWords = useProofWords();
  const { facts: labels } = proofWords;
  if (proof.words.length === 0 && proof.areas.length === 0) return null;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {proof.words.length > 0 ? (
          <>
            <dt className="text-muted">{words.printed}</dt>
            <dd className="grid gap-1 font-semibold whitespace-pre-line wrap-anywhere">
              {proof.words.map((word, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: words of a proof never change
                <span key={index}>{word}</span>
              ))}
            </dd>
          </>
        ) : null}
        {proof.areas.length > 0 ? (
          <>
            <dt className="text-muted">{words.size}</dt>
            <dd className="tabular-nums">
              {proof.areas.map((area) => (
                <span key={area.id} className="block">
                  {proofWords.millimetres(area.width, area.height)}
                </span>
              ))}
            </dd>
          </>
        ) : null}
        <dt className="text-muted">{labels.pieces}</dt>
        <dd className="tabular-nums">{words.pieces(pieces)}</dd>
        <ProofFacts facts={proof.facts} />
      </dl>
      <PrintedWords words={[]} pieces={proof.pieces} isOpen />
    </>
  );
}
