import { useDevWords } from "#app/dev/messages/dev.ts";
import { Button } from "#app/ui/button.tsx";
import { CustomIcon } from "#app/ui/custom-icon.tsx";
import { OrderStage } from "#app/ui/domain/order/order-stage.tsx";
import { Price } from "#app/ui/domain/price.tsx";
import { StockBand } from "#app/ui/domain/stock-band.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import { orderStages } from "#shop/orders/order.ts";
import { Samples } from "./samples.tsx";

const copies: [Copy, IconName][] = [
  ["white", "receipt-text"],
  ["yellow", "clock"],
  ["pink", "package"],
  ["green", "circle-check"],
  ["stamp", "circle-alert"],
];
const tones = ["info", "success", "warning", "error"] as const;
const row = "flex flex-wrap items-center gap-3";

export function StatusSamples() {
  const words = useDevWords();
  return (
    <Samples title={words.statuses}>
      <div className={row}>
        {copies.map(([copy, icon]) => (
          <Pill key={copy} copy={copy} icon={icon}>
            {words.copies[copy]}
          </Pill>
        ))}
      </div>
      <div className={row}>
        {orderStages.map((stage) => (
          <OrderStage key={stage} stage={stage} />
        ))}
      </div>
      <div className={row}>
        <StockBand band="in" />
        <StockBand band="low" />
        <StockBand band="out" />
        <Stamp>{words.stamp}</Stamp>
      </div>
      <div className={row}>
        <Price amount={89_000} />
        <Price amount={89_000} from />
        <Price amount={69_000} was={89_000} />
      </div>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone}>
          {words.notices[tone]}
        </Notice>
      ))}
      <Notice
        tone="success"
        action={
          <Button look="quiet" icon="undo-2">
            {words.undo}
          </Button>
        }
      >
        {words.notices.success}
      </Notice>
      <div className={row} data-icons>
        {words.icons}
        <CustomIcon name="lucide:coffee" />
        <CustomIcon name="lucide:palette" />
        <CustomIcon name="lucide:no-such-icon" />
      </div>
    </Samples>
  );
}
