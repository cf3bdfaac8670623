import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { type DraftContent, draftFormSchema, draftSources, maxDraftSize } from "./draft.ts";

const trimmed = v.pipe(v.string(), v.trim());

/** Problem codes by the path of the field, e.g. `lines.2.quantity`. */
export type DraftFields = Readonly<Record<string, string>>;

export interface ContentInvalid {
  readonly code: "content_invalid";
  readonly fields: DraftFields;
}

/** Checks a draft as its form sent it. */
export function checkDraft(form: unknown): Result<DraftContent, ContentInvalid> {
  if (Buffer.byteLength(JSON.stringify(form) ?? "") > maxDraftSize) {
    return fail({ code: "content_invalid", fields: { form: "too_long" } });
  }
  const read = v.safeParse(draftFormSchema, form);
  if (read.success) return ok(read.output);
  const fields: Record<string, string> = {};
  for (const issue of read.issues) fields[v.getDotPath(issue) ?? "form"] ??= issue.message;
  return fail({ code: "content_invalid", fields });
}

/** The fields of a draft that an order needs. */
type Needed = Pick<DraftContent, "source" | "is_pickup" | "shipping_method_id"> & {
  readonly lines: readonly unknown[];
  readonly buyer: { readonly name: string; readonly phone: string | null };
  readonly address: { readonly street: string } | null;
};

/** What a draft still needs before it can be an order, as problem codes by field. */
export function missingIn(content: Needed): DraftFields {
  const missing: Record<string, string> = {};
  const isCounter = content.source === "counter";
  if (content.lines.length === 0) missing.lines = "required";
  if (!isCounter && content.buyer.name === "") missing["buyer.name"] = "required";
  if (!isCounter && content.buyer.phone === null) missing["buyer.phone"] = "required";
  if (content.is_pickup) return missing;
  if (content.buyer.name === "") missing["buyer.name"] = "required";
  if (content.buyer.phone === null) missing["buyer.phone"] = "required";
  if (content.address === null) missing["address.region_code"] = "region_required";
  else if (content.address.street === "") missing["address.street"] = "required";
  if (content.shipping_method_id === null) missing.shipping_method_id = "courier_required";
  return missing;
}

const neededSchema = v.object({
  source: v.picklist(draftSources),
  buyer: v.object({
    name: trimmed,
    phone: v.pipe(
      trimmed,
      v.transform((typed) => typed || null),
    ),
  }),
  lines: v.array(v.unknown()),
  is_pickup: v.boolean(),
  address: v.nullable(v.object({ street: trimmed })),
  shipping_method_id: v.nullable(v.string()),
});

/** The problems of a form that is to become an order: the fields that `checkDraft` refuses and the missing ones. */
export function problemsOfOrder(form: unknown, invalid: DraftFields): DraftFields {
  const read = v.safeParse(neededSchema, form);
  return read.success ? { ...missingIn(read.output), ...invalid } : invalid;
}
