import { type ShopTimeZone, shopClock } from "#shop/kernel/time-zones.ts";
import type { CustomisationStatus } from "#shop/production/customisations/customisation.ts";
import { endOfWorkingDays } from "#shop/settings/shipping/working-days.ts";
import { columnOf } from "./queue-view.ts";

/** Working days within which staff take the next step. */
const answerDays = 1;

export interface DueDay {
  /** The last day for the next step of staff, YYYY-MM-DD; null where it waits for somebody else, or for nobody. */
  readonly due_day: string | null;
  /** That day is over. */
  readonly is_late: boolean;
}

/** @param since the later of the status change and the placement of the order; @param now milliseconds */
export function dueDay(
  design: { readonly status: CustomisationStatus; readonly may_print: boolean },
  since: Date,
  zone: ShopTimeZone,
  now: number,
): DueDay {
  if (["waiting", "unpaid", "done", "held"].includes(columnOf(design)))
    return { due_day: null, is_late: false };
  const end = endOfWorkingDays(since, answerDays, zone);
  const last = shopClock(new Date(end.getTime() - 1), zone);
  return { due_day: last.toISOString().slice(0, 10), is_late: end.getTime() <= now };
}
