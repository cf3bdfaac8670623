import type { FetcherWithComponents } from "react-router";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useGoodsWords } from "#app/messages/shared/goods.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { UndoableStep } from "#shop/orders/fulfilment/undo-step.server.ts";
import type { OrderDetail } from "#shop/orders/order.ts";
import { useUndoWords } from "./messages/undo-step.ts";
import type { StaffAnswer } from "./order-action.server.ts";

interface UndoStepProps {
  order: OrderDetail;
  step: UndoableStep;
  fetcher: FetcherWithComponents<StaffAnswer>;
}

/** The newest step of an order, with a button that undoes it. */
export function UndoStep({ order, step, fetcher }: UndoStepProps) {
  const words = useUndoWords();
  const { events } = useGoodsWords(order.is_pickup);
  const language = useLanguage();
  const zone = useShopZone();
  const isMailed = step.kind === "shipped" || step.kind === "delivered";
  return (
    <Notice
      action={
        <fetcher.Form method="post" className="no-print">
          <input type="hidden" name="step" value={step.id} />
          <Button
            type="submit"
            name="intent"
            value="undo-step"
            look="quiet"
            icon="rotate-ccw"
            busy={fetcher.state !== "idle"}
          >
            {words.undo}
          </Button>
        </fetcher.Form>
      }
    >
      {words.step(events[step.kind], formatMoment(step.at, language, zone))}{" "}
      {words.until(formatMoment(step.until, language, zone))}
      {isMailed && order.email !== "" ? ` ${words.mailed}` : null}
    </Notice>
  );
}
