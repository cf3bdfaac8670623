import { Fragment } from "react";
import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";
import { ApprovedProof } from "#app/ui/domain/design/approved-proof.tsx";
import { DesignImage } from "#app/ui/domain/design/design-image.tsx";
import { ReturnPhotos } from "#app/ui/domain/order/return-photos.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ReturnDetail } from "#shop/orders/returns/return.ts";
import type { ReturnEvidence } from "#shop/orders/returns/return-evidence.ts";

/** What a decision rests on: the photos, the goods with their design, what was paid, and the dates. */
export function Evidence({ request, found }: { request: ReturnDetail; found: ReturnEvidence }) {
  const { staff: words } = useReturnWords();
  const production = useProductionWords();
  const to = useLocalPath();
  const language = useLanguage();
  const zone = useShopZone();
  const approved = request.lines.flatMap(({ proof }) => proof ?? []);
  const moment = (at: string | null) => (at ? formatMoment(at, language, zone) : words.unknown);
  return (
    <section className="grid gap-4 border border-rule p-4">
      <h2 className="text-lg">{words.evidence}</h2>
      {/* What arrived stands beside what was approved. */}
      <div className={`grid items-start gap-3 ${approved.length > 0 ? "grid-cols-2" : ""}`}>
        {request.photos.length > 0 ? (
          <ReturnPhotos names={request.photos} />
        ) : (
          <p className="border-l-4 border-yellow pl-3">{words.noPhotos}</p>
        )}
        {approved.length > 0 ? (
          <div className="grid gap-3">
            {approved.map((proof) => (
              <div key={proof.customisation} className="grid gap-1">
                <ApprovedProof proof={proof} />
                <PermittedLink
                  permission="customisations.read"
                  isAction
                  to={to(`/admin/customisations/${proof.customisation}`)}
                  className="link justify-self-start py-0.5"
                >
                  {production.open}
                </PermittedLink>
              </div>
            ))}
          </div>
        ) : null}
      </div>
      {request.lines.map(({ order_line_id, name, proof }) => {
        const line = found.lines.find(({ id }) => id === order_line_id);
        if (!line || proof) return null;
        return (
          <div key={order_line_id} className="flex items-start gap-3">
            {line.proof !== null ? (
              <span className="w-28 shrink-0 border border-rule">
                <DesignImage
                  src={`${to(`/design/line/${line.id}/mockup`)}?proof=${line.proof}`}
                  sizes="112px"
                  printed={line.words}
                />
              </span>
            ) : line.picture ? (
              <span className="w-28 shrink-0 border border-rule">
                <Picture picture={line.picture} sizes="112px" widest={320} alt={name} />
              </span>
            ) : null}
            <span className="text-muted">{words.paidEach(formatRupiah(line.paid_each))}</span>
          </div>
        );
      })}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {found.lines.map(({ id, name, paid, given_back }) => (
          <Fragment key={id}>
            {found.lines.length > 1 ? <dt className="col-span-2 font-semibold">{name}</dt> : null}
            <dt className="text-muted">{words.paid}</dt>
            <dd className="money font-semibold">{formatRupiah(paid)}</dd>
            <dt className="text-muted">{words.givenBack}</dt>
            <dd className="money font-semibold">{formatRupiah(given_back)}</dd>
          </Fragment>
        ))}
        <dt className="text-muted">{words.delivered}</dt>
        <dd>{moment(found.delivered_at)}</dd>
        <dt className="text-muted">{words.until}</dt>
        <dd>
          {moment(found.until)}
          {found.days_left === null ? null : (
            <b className="block">
              {found.days_left < 0 ? words.over : words.daysLeft(found.days_left)}
            </b>
          )}
        </dd>
      </dl>
    </section>
  );
}
