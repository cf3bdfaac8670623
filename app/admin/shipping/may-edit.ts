import { useRouteLoaderData } from "react-router";
import { useLanguage } from "#app/language.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

/** Whether the person may change delivery. Actions check it again; this only leaves out what would be refused. */
export function useMayEdit(): boolean {
  const language = useLanguage();
  const layout = useRouteLoaderData<{ permissions: readonly Permission[] }>(`${language}:admin`);
  return layout?.permissions.includes("shipping.edit") ?? false;
}
