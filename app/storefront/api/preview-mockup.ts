import { currentActor } from "#app/access.server.ts";
import { networkContext } from "#app/context.ts";
import { imageResponse, widthOf } from "#app/design-image-response.server.ts";
import { previewMockup } from "#shop/designs/mockups/find-mockup.server.ts";
import type { Route } from "./+types/preview-mockup";
import { personaliseInput } from "./personalise-input.server.ts";

const statuses = {
  template_not_found: 404,
  mockup_not_found: 404,
  values_refused: 422,
  design_incomplete: 422,
  too_many_requests: 429,
} as const;
const cacheSeconds = 60;

/**
 * A template with a buyer's values on its goods, as a file of the gallery's pictures: `?variant=&template=&f.name=Rani&file=.640.webp`.
 * 422 for values that cannot be printed, 404 for a template that the variant does not have and for goods without mock-ups,
 * 429 for too many requests. Every file is WebP: the browser reads the type of the answer.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url;
  const input = personaliseInput(searchParams);
  if (!input) return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  const width = widthOf(searchParams.get("file")?.split(".")[1]);
  const drawn = await previewMockup(
    currentActor(context),
    input,
    width,
    context.get(networkContext),
  );
  if (drawn.ok) return imageResponse(drawn.value, cacheSeconds);
  const { code } = drawn.problem;
  return Response.json({ error: { code } }, { status: statuses[code] });
}
