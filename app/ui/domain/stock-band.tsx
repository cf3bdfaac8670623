import { useWords } from "#app/messages/shared/ui.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { StockBand as Band } from "#shop/catalogue/catalogue.ts";

const looks: Record<Band, { icon: IconName; colour: string }> = {
  in: { icon: "circle-check", colour: "text-paid" },
  low: { icon: "clock", colour: "text-ink" },
  out: { icon: "ban", colour: "text-stamp" },
};

export function StockBand({ band }: { band: Band }) {
  const words = useWords();
  const look = looks[band];
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm font-semibold ${look.colour}`}>
      <Icon name={look.icon} className="size-4" />
      {words.stock[band]}
    </span>
  );
}
