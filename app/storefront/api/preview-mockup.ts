import { networkContext } from "#app/context.ts";
import { previewMockup } from "#shop/designs/mockups/find-mockup.server.ts";
import type { Route } from "./+types/preview-mockup";
import { imageResponse, widthOf } from "./image-response.server.ts";
import { personaliseInput } from "./personalise-input.server.ts";

const statuses = { template_not_found: 404, values_refused: 422, too_many_requests: 429 } as const;
const cacheSeconds = 60;

/**
 * A template with a buyer's values on its goods: `?variant=&template=&f.name=Rani&width=`. 422 for values that cannot be
 * printed, 404 for a template that the variant does not have, 429 for too many requests.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const input = personaliseInput(url.searchParams);
  if (!input) return Response.json({ error: { code: "invalid_input" } }, { status: 400 });
  const previewing = previewMockup(input, widthOf(url.searchParams), context.get(networkContext));
  let refusal: Response | undefined;
  const answer = await imageResponse(
    previewing.then((drawn) => {
      if (drawn.ok) return drawn.value;
      const { code } = drawn.problem;
      refusal = Response.json({ error: { code } }, { status: statuses[code] });
      return undefined;
    }),
    cacheSeconds,
  );
  return refusal ?? answer;
}
