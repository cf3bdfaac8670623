import { useMay } from "#app/admin/kit/use-may.ts";

/** Whether the person may change delivery. */
export function useMayEdit(): boolean {
  return useMay("shipping.edit");
}
