import { redirect } from "react-router";
import { languageOf } from "#app/language.ts";
import { badRequest, readForm } from "#app/read-form.server.ts";
import { localPath } from "#base/language.ts";
import { isViewedList, viewedLists } from "#shop/office/saved-views/lists.ts";
import {
  addSavedView,
  changeSavedView,
  deleteSavedView,
} from "#shop/office/saved-views/saved-views.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/views";

const paths = {
  products: "/admin/Products",
  promos: "/admin/PromoCodes",
  orders: "/admin/Orders",
  customers: "/admin/Customers",
  audit: "/admin/Audit",
} as const;

/** Saves, changes and deletes views of lists, and goes back to the list. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const list = text("list");
  if (!isViewedList(list)) throw badRequest();
  const staff = staffWith(context, viewedLists[list].permission);
  const input = {
    id: text("id"),
    list,
    name: text("name"),
    filter: text("filter"),
    sort: text("sort"),
  };
  const intent = text("intent");
  if (!["add", "change", "delete"].includes(intent)) throw badRequest();
  const done =
    intent === "add"
      ? await addSavedView(staff, input, form.get("shared") === "on")
      : intent === "change"
        ? await changeSavedView(staff, input)
        : await deleteSavedView(staff, input);
  const back = new URLSearchParams();
  if (!done.ok || intent !== "delete") {
    if (input.filter) back.set("filter", input.filter);
    if (input.sort) back.set("sort", input.sort);
  }
  if (done.ok && intent !== "delete") back.set("view", input.id);
  if (!done.ok) {
    if (intent !== "add") back.set("view", input.id);
    back.set("view_problem", done.problem);
  }
  const path = localPath(languageOf(url.pathname), paths[list]);
  return redirect(back.size > 0 ? `${path}?${back}` : path);
}
