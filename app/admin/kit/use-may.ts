import { useRouteLoaderData } from "react-router";
import { useLanguage } from "#app/language.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

/** Whether the person has the permission, or none is needed. Only for hiding controls: the server checks every request. */
export function useMay(permission: Permission | undefined): boolean {
  const language = useLanguage();
  const layout = useRouteLoaderData<{ permissions: readonly Permission[] }>(`${language}:admin`);
  if (permission === undefined) return true;
  return layout?.permissions.includes(permission) ?? false;
}
