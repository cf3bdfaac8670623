import { useProductionWords } from "#app/admin/customisations/messages/production.ts";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { useAdminWords } from "#app/admin/messages/admin.ts";
import { useLocalPath } from "#app/language.ts";
import { usePickupWords } from "#app/messages/shared/pickup.ts";
import { DesignImage } from "#app/ui/domain/design/design-image.tsx";
import { DesignParts } from "#app/ui/domain/design/design-parts.tsx";
import { PrintedWords } from "#app/ui/domain/design/printed-words.tsx";
import { Amounts } from "#app/ui/domain/order/amounts.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { sharedWords } from "#shop/designs/roster/shared-words.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { OrderDetail, OrderLine } from "#shop/orders/order.ts";

/** Lines grouped by what happened to them, then the money. */
export function OrderItems({ order }: { order: OrderDetail }) {
  const { order: words } = useAdminWords();
  const pickup = usePickupWords();
  const open = order.lines.filter((line) => line.shipped + line.withdrawn < line.quantity);
  const sent = order.lines.filter((line) => line.shipped > 0);
  const isTaken = order.shipments.every(({ status }) => status !== "shipped");
  const withdrawn = order.lines.filter((line) => line.withdrawn > 0);
  const isClosed = order.stage === "canceled" || order.supplement_of !== null;
  return (
    <section className="grid gap-6 border border-rule p-5">
      {open.length > 0 ? (
        <Lines
          title={isClosed ? words.all : order.is_pickup ? pickup.staff.toPrepare : words.toShip}
          lines={open}
          pieces={(line) => line.quantity - line.shipped - line.withdrawn}
        />
      ) : null}
      {sent.length > 0 ? (
        <Lines
          title={!order.is_pickup ? words.shipped : isTaken ? pickup.taken : pickup.ready}
          lines={sent}
          pieces={(line) => line.shipped}
        />
      ) : null}
      {withdrawn.length > 0 ? (
        <Lines title={words.withdrawn} lines={withdrawn} pieces={(line) => line.withdrawn} />
      ) : null}
      <div className="border-t border-rule pt-3">
        <Amounts {...order} shipping={order.shipping + order.shipping_discount} />
      </div>
    </section>
  );
}

interface LinesProps {
  title: string;
  lines: readonly OrderLine[];
  pieces: (line: OrderLine) => number;
}

function Lines({ title, lines, pieces }: LinesProps) {
  const to = useLocalPath();
  const production = useProductionWords();
  return (
    <div className="grid gap-3">
      <h2 className="text-lg">{title}</h2>
      <ul className="grid gap-3">
        {lines.map((line) => (
          <li key={line.id} className="flex items-start gap-3">
            {line.proof !== null ? (
              <span className="w-12 shrink-0 border border-rule">
                <DesignImage
                  src={`${to(`/design/line/${line.id}/mockup`)}?proof=${line.proof}`}
                  sizes="48px"
                  printed={line.words}
                />
              </span>
            ) : line.picture ? (
              <span className="w-12 shrink-0 border border-rule">
                <Picture picture={line.picture} sizes="48px" widest={320} alt="" />
              </span>
            ) : null}
            <div className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
              <span className="wrap-anywhere">
                <b>{line.name}</b>
                <span className="block text-muted">
                  {[line.options, line.sku].filter(Boolean).join(" · ")}
                </span>
              </span>
              <span className="money">
                {pieces(line)} × {formatRupiah(line.unit_price)}
              </span>
              <div className="w-full">
                <PrintedWords words={sharedWords(line)} pieces={line.pieces} />
                <DesignParts isIncluded parts={line.charges} className="mt-1 max-w-md text-muted" />
                {line.customisation ? (
                  <PermittedLink
                    permission="customisations.read"
                    isAction
                    to={to(`/admin/customisations/${line.customisation}`)}
                    className="link no-print inline-block py-0.5"
                  >
                    {production.open}
                  </PermittedLink>
                ) : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
