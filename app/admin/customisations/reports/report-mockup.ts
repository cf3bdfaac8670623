import { staffWith } from "#app/admin/staff.server.ts";
import { imageResponse, widthOf } from "#app/design-image-response.server.ts";
import { isUuid } from "#base/uuid.ts";
import { findReportedImage } from "#shop/production/customisations/sharing/review-reports.server.ts";
import type { Route } from "./+types/report-mockup";

/** Short, because staff may see a reported design only until the decision. */
const cacheSeconds = 300;

/** Mock-up of one side of a reported design: `?side=&width=`. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "customisations.review");
  if (!isUuid(params.id)) return new Response(null, { status: 404 });
  const { searchParams } = url;
  const width = widthOf(searchParams.get("width"));
  const side = searchParams.get("side") ?? "";
  return imageResponse(await findReportedImage(staff, params.id, side, width), cacheSeconds);
}
