import type { FormValues } from "#app/admin/kit/form/form-values.ts";
import type { StaffRole } from "#shop/staff/staff-roles.server.ts";

/** The fields of a role's form as they are stored. */
export function roleValues({ name, permissions }: StaffRole): FormValues {
  return { name: [name], permissions };
}
