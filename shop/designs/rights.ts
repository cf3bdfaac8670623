import * as v from "valibot";

/** The version of the sentence about pictures that was ticked (rights-wording.ts), and its language; absent: nothing was. */
export const rightsWordingSchema = v.optional(
  v.pipe(v.string(), v.regex(/^[0-9]{4}-[0-9]{2} (id|en)$/)),
);
