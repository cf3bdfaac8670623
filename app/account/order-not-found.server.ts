import { data, redirect } from "react-router";
import { signInPath } from "#app/access.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { isGuest } from "./guest.ts";

/**
 * The response to throw when the person has no such order. A guest's orders move to the account of their email address
 * when that account signs in, so a guest is sent to the sign-in page.
 */
export function orderNotFound(actor: Person, url: URL) {
  return isGuest(actor) ? redirect(signInPath("GET", url)) : data(null, { status: 404 });
}
