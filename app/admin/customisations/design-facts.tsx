import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { DueDay } from "#app/admin/customisations/queue/queue-card.tsx";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { formatDays } from "#app/messages/shared/dates.ts";
import { useProofWords } from "#app/messages/shared/proof.ts";
import { ProofFacts } from "#app/ui/domain/design/proof-facts.tsx";
import { promisedDays } from "#shop/orders/promised-days.ts";
import { restDays } from "#shop/production/customisations/customisation.ts";
import type { StaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";

/** What is printed on what, for whom, how and until when. */
export function DesignFacts({ found }: { found: StaffCustomisation }) {
  const words = useProductionWords();
  const printing = usePrintingWords();
  const proof = useProofWords();
  const to = useLocalPath();
  const language = useLanguage();
  const [newest] = found.proofs;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <dt className="text-muted">{words.heads.order}</dt>
      <dd>
        <PermittedLink
          permission="orders.read"
          to={to(`/admin/Orders/${found.order_id}`)}
          className="link figures"
        >
          {found.order_number}
        </PermittedLink>
      </dd>
      <dt className="text-muted">{words.heads.buyer}</dt>
      <dd>{found.customer_name}</dd>
      <dt className="text-muted">{words.heads.goods}</dt>
      <dd>
        {found.goods}
        <span className="figures block text-muted">{found.sku}</span>
      </dd>
      {found.process ? (
        <>
          <dt className="text-muted">{words.heads.process}</dt>
          <dd>{printing.processes[found.process]}</dd>
        </>
      ) : null}
      {newest && newest.areas.length > 0 ? (
        <>
          <dt className="text-muted">{words.heads.size}</dt>
          <dd>
            {newest.areas.map(({ id, width, height }) => (
              <span key={id} className="block tabular-nums">
                {proof.millimetres(width, height)}
              </span>
            ))}
          </dd>
        </>
      ) : null}
      {newest ? <ProofFacts facts={newest.facts} /> : null}
      <dt className="text-muted">{words.heads.pieces}</dt>
      <dd className="tabular-nums">{words.progress(found.good, found.pieces)}</dd>
      {found.minutes > 0 ? (
        <>
          <dt className="text-muted">{words.heads.work}</dt>
          <dd>{words.work(found.minutes * found.pieces)}</dd>
        </>
      ) : null}
      {found.due_day ? (
        <>
          <dt className="text-muted">{words.heads.due}</dt>
          <dd>
            <DueDay
              day={formatDays(found.due_day, found.due_day, language)}
              isLate={found.is_late}
            />
          </dd>
        </>
      ) : null}
      {found.may_print && found.status !== "done" && (found.waited_days ?? 0) < restDays ? (
        <>
          <dt className="text-muted">{words.heads.promise}</dt>
          <dd>{promisedDays(found.promise, language, formatDays)}</dd>
        </>
      ) : null}
      {found.why.length > 0 ? (
        <>
          <dt className="text-muted">{words.why}</dt>
          <dd>{found.why.map((reason) => words.reasons[reason]).join(", ")}</dd>
        </>
      ) : null}
    </dl>
  );
}
