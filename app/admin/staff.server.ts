import { data, type RouterContextProvider } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { isStaff, may, type Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";

/** The current member of staff, whatever they may do: for what every one of them sees. */
export function staffOf(context: Readonly<RouterContextProvider>): Person {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isStaff(actor)) throw data(null, 404);
  return actor;
}

/** The current member of staff. @throws 403 for staff without the permission, 404 for anybody else */
export function staffWith(
  context: Readonly<RouterContextProvider>,
  permission: Permission,
): Person {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isStaff(actor)) throw data(null, 404);
  if (!may(actor, permission)) throw data({ code: "no_permission" }, 403);
  return actor;
}
