import * as v from "valibot";

/** The click on a campaign's mail that a buyer's device keeps. Anything else counts as none: an order never fails by it. */
export const mailClickSchema = v.fallback(
  v.nullable(
    v.strictObject({
      /** As in `?k=` of the mail's link. */
      k: v.pipe(v.string(), v.maxLength(30)),
      at: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
  null,
);
export type MailClick = v.InferOutput<typeof mailClickSchema>;
