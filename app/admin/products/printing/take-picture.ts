import { requireStaff } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { readUpload, uploadRefusal } from "#app/upload-body.server.ts";
import { takeShopUpload } from "#shop/designs/uploads/take-upload.server.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/take-picture";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

/** Takes a picture of the shop for its templates, as `/api/design-assets` takes one of a buyer. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = staffWith(context, "products.edit");
  const bytes = await readUpload(request);
  if (!bytes) return uploadRefusal("picture_too_many_bytes");
  const name = new URL(request.url).searchParams.get("name") ?? "";
  const taken = await takeShopUpload(staff, bytes, name, context.get(networkContext));
  return taken.ok ? Response.json({ asset: taken.value }) : uploadRefusal(taken.problem);
}
