import { badRequest, readForm } from "#app/read-form.server.ts";
import { savePreferences } from "#shop/staff/preferences.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/preferences";

/** Changes how the person wants the back office. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const flag = (name: string) => {
    const value = form.get(name);
    if (value === null) return undefined;
    if (value !== "on" && value !== "off") throw badRequest();
    return value === "on";
  };
  const shortcuts = flag("shortcuts");
  const rail_collapsed = flag("rail_collapsed");
  await savePreferences(staffOf(context), {
    ...(shortcuts === undefined ? {} : { shortcuts }),
    ...(rail_collapsed === undefined ? {} : { rail_collapsed }),
  });
  return null;
}
