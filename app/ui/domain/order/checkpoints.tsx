import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import type { Checkpoint } from "#shop/orders/fulfilment/checkpoints.server.ts";

/** The newest ones; the courier's own page has all. */
const shown = 3;
const iso = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** Where a shipment was, in the courier's words. */
export function Checkpoints({ all }: { all: readonly Checkpoint[] }) {
  if (all.length === 0) return null;
  return (
    <ol className="grid gap-2 text-sm">
      {all.slice(0, shown).map((checkpoint) => (
        <Line key={`${checkpoint.at} ${checkpoint.text}`} checkpoint={checkpoint} />
      ))}
    </ol>
  );
}

function Line({ checkpoint: { at, text } }: { checkpoint: Checkpoint }) {
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <li className="border-l-2 border-rule pl-3 first:border-current first:font-semibold">
      {text}
      <span className="block font-normal text-muted">
        {iso.test(at) ? formatMoment(at, language, zone) : at}
      </span>
    </li>
  );
}
