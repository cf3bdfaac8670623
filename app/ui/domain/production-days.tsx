import { useDeliveryWords } from "#app/messages/shared/delivery.ts";
import { Icon } from "../icon.tsx";

/** How long the goods are printed before they leave; nothing for plain goods. */
export function ProductionDays({ days }: { days: number }) {
  const words = useDeliveryWords();
  return days > 0 ? (
    <p className="flex items-center gap-1.5 text-sm">
      <Icon name="clock" className="size-4" />
      {words.production(days)}
    </p>
  ) : null;
}
