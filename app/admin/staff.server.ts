import { data, type RouterContextProvider } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { AppError } from "#base/errors.ts";
import { isAdmin, isStaff, type Person } from "#shop/access.ts";
import { mayDo } from "#shop/staff/as-staff.server.ts";
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

/** The current member of staff, if they have the permission; others get 404. */
export async function staffWith(
  context: Readonly<RouterContextProvider>,
  permission: Permission,
): Promise<Person> {
  const person = staffOf(context);
  if (!(await mayDo(person, permission))) throw data(null, 404);
  return person;
}
