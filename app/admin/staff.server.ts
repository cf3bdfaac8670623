import { data, type RouterContextProvider } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { AppError } from "#base/errors.ts";
import { isAdmin, isStaff, type Person } from "#shop/access.ts";
import type { Permission } from "#shop/staff/permissions.ts";

/** The current person, on pages whose layout requires staff. */
export function staffOf(context: Readonly<RouterContextProvider>): Person {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isStaff(actor)) throw new AppError("not_found", 404);
  return actor;
}

/** The current administrator, on pages for administrators only; other staff get 404. */
export function adminOf(context: Readonly<RouterContextProvider>): Person {
  const actor = currentActor(context);
  if (!isAdmin(actor)) throw data(null, 404);
  return actor;
}

/** The current member of staff. @throws 404 for staff without the permission: the page does not exist for them */
export function staffWith(
  context: Readonly<RouterContextProvider>,
  permission: Permission,
): Person {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isStaff(actor) || permission === "audit.read")
    throw data(null, 404);
  return actor;
}
