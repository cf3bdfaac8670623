import { useProofWords } from "#app/messages/shared/proof.ts";
import type { DesignChange } from "#shop/production/customisations/compare-designs.ts";

/** What is different from the version before, in words. */
export function ChangeList({ changes }: { changes: readonly DesignChange[] }) {
  const words = useProofWords();
  if (changes.length === 0) return <p className="text-muted">{words.noChanges}</p>;
  return (
    <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
      {changes.map((change) => {
        const said = words.changeText(change);
        return <li key={said}>{said}</li>;
      })}
    </ul>
  );
}
