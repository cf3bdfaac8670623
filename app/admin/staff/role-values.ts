import type { StaffRole } from "#shop/staff/staff-roles.server.ts";
import type { FormValues } from "../versioned-form/form-values.ts";

/** The fields of a role's form as they are stored. */
export function roleValues({ name, permissions }: StaffRole): FormValues {
  return { name: [name], permissions };
}
