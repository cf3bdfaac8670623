import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import { isUuid } from "#base/uuid.ts";
import { addressSchema } from "#shop/customers/addresses/address.ts";
import {
  makeDefaultAddress,
  removeAddress,
  saveAddress,
} from "#shop/customers/addresses/addresses.server.ts";
import type { Person } from "#shop/kernel/access.ts";

/** `problems` has a code for each field, and `form` for what no field can put right. */
export interface AddressAnswer {
  readonly saved?: string;
  readonly problems?: Readonly<Record<string, string>>;
}

/**
 * Handles the address forms: `intent` save, remove or default.
 * @param problems of fields that belong to something else; with any, nothing is saved
 */
export async function answerAddressForm(
  actor: Person,
  form: FormData,
  problems: Readonly<Record<string, string>> = {},
): Promise<AddressAnswer> {
  const { intent, id, ...fields } = Object.fromEntries(form);
  const known = isUuid(id) ? id : undefined;
  if (intent === "remove" || intent === "default") {
    if (!known) return { problems: { form: "address_not_found" } };
    await (intent === "remove" ? removeAddress(actor, known) : makeDefaultAddress(actor, known));
    return {};
  }
  const checked = v.safeParse(addressSchema, fields);
  if (!checked.success) return { problems: { ...formProblems(checked.issues), ...problems } };
  if (Object.keys(problems).length > 0) return { problems };
  const saved = await saveAddress(actor, checked.output, known);
  if (saved.ok) return { saved: saved.value.id };
  return {
    problems: { [saved.problem === "region_required" ? "region_code" : "form"]: saved.problem },
  };
}
