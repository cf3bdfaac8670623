import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { ChangeList } from "#app/ui/domain/proof-sheets/change-list.tsx";
import type { Proof } from "#shop/production/customisations/customisation.ts";

/** Each version: who made it and when, what was written with it, what is different, and what the buyer decided. Newest first. */
export function VersionHistory({ proofs }: { proofs: readonly Proof[] }) {
  const { history } = useProductionWords();
  const words = useProofWords();
  const language = useLanguage();
  const zone = useShopZone();
  const moment = (at: string) => formatMoment(at, language, zone);
  return (
    <section className="grid gap-2">
      <h2 className="text-lg">{history}</h2>
      <ol className="divide-y divide-rule border-y border-rule">
        {proofs.map((proof) => (
          <li key={proof.id} className="grid gap-1 py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                <b>{words.version(proof.version)}</b>{" "}
                <span className="text-muted">
                  · {proof.source === "buyer" ? words.fromBuyer : words.fromShop}
                </span>
              </span>
              <span className="text-muted">{words.sent(moment(proof.sent_at))}</span>
            </p>
            {proof.note ? (
              <blockquote className="border-l-2 border-carbon pl-3 whitespace-pre-line">
                {proof.note}
              </blockquote>
            ) : null}
            {proof.changes ? <ChangeList changes={proof.changes} /> : null}
            {proof.decision && proof.decided_at ? (
              <p className="font-semibold">
                {words.decided[proof.decision](moment(proof.decided_at))}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
