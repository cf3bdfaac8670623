import { data, type RouterContextProvider } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { AppError } from "#base/errors.ts";
import { isAdmin, isStaff, type Person } from "#shop/access.ts";

/** Who asks, on pages whose layout lets only staff through. */
export function staffOf(context: Readonly<RouterContextProvider>): Person {
  const actor = currentActor(context);
  if (actor.kind !== "person" || !isStaff(actor)) throw new AppError("not_found", 404);
  return actor;
}

/** Who asks, on pages for administrators only; other staff find nothing there. */
export function adminOf(context: Readonly<RouterContextProvider>): Person {
  const actor = currentActor(context);
  if (!isAdmin(actor)) throw data(null, 404);
  return actor;
}
