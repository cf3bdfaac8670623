import { useReturnWords } from "#app/messages/shared/returns.ts";
import type { ApprovedProof as Proof } from "#shop/orders/returns/return.ts";
import { PrintedWords } from "./printed-words.tsx";

/** What the buyer approved, to compare what arrived with. */
export function ApprovedProof({ proof }: { proof: Proof }) {
  const { proof: words } = useReturnWords();
  return (
    <figure className="flex flex-wrap items-start gap-3">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(proof.picture)}`}
        alt={words.picture(proof.words.join(", "))}
        width={112}
        height={112}
        className="size-28 border border-rule bg-white"
      />
      <figcaption className="min-w-40 grow basis-0 text-sm">
        <span className="block text-muted">{words.title}</span>
        <PrintedWords words={proof.words} pieces={proof.pieces} />
      </figcaption>
    </figure>
  );
}
