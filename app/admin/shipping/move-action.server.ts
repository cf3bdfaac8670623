import { readForm } from "#app/read-form.server.ts";
import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/kernel/access.ts";
import { moveSetting } from "#shop/settings/shipping/move-setting.server.ts";

/** Answers the form around `MoveButtons`: `move` is a place and an id. */
export async function moveFromForm(
  actor: Person,
  kind: "shipping_zones" | "shipping_methods",
  request: Request,
): Promise<{ problem?: "invalid_input" | "not_permitted" }> {
  const form = await readForm(request);
  const [place = "", id = ""] = String(form.get("move") ?? "").split(" ");
  if (!/^\d{1,4}$/.test(place) || !isUuid(id)) return { problem: "invalid_input" };
  const moved = await moveSetting(actor, kind, id, Number(place));
  return moved.ok ? {} : { problem: moved.problem };
}
