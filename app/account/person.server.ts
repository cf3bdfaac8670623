import type { RouterContextProvider } from "react-router";
import { currentActor } from "#app/access.server.ts";
import { AppError } from "#base/errors.ts";
import type { Person } from "#shop/kernel/access.ts";

/** The current person, on pages whose layout requires a sign-in. */
export function personOf(context: Readonly<RouterContextProvider>): Person {
  const actor = currentActor(context);
  if (actor.kind !== "person") throw new AppError("no_authorization", 401);
  return actor;
}
