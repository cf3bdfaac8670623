import * as v from "valibot";

const whole = (max: number) =>
  v.pipe(
    v.number("invalid_number"),
    v.integer("invalid_number"),
    v.minValue(1, "invalid_number"),
    v.maxValue(max, "invalid_number"),
  );

/** How fast campaigns are sent, and how often one person hears. */
export const sendingLimits = v.object({
  /** Mails a second to everybody together. */
  per_second: whole(1_000),
  /** Mails an hour, spread evenly; null: as many as the pace allows. */
  per_hour: v.nullable(whole(3_600_000)),
  /** Mails a day; null: as many as there are. */
  per_day: v.nullable(whole(10_000_000)),
  /** Mails of campaigns that one person gets at most, in so many days. */
  mails: whole(100),
  days: whole(90),
  /** For so many days after a click in a mail an order counts as brought by it. */
  click_days: whole(30),
  /** Whether a new domain of the sender is warmed up. */
  warms_up: v.boolean(),
});
export type SendingLimits = v.InferOutput<typeof sendingLimits>;
