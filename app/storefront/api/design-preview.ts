import { designPicture } from "#shop/designs/design-picture.ts";
import { personalise, type ValueProblem } from "#shop/designs/personalise.server.ts";
import type { DesignCharge } from "#shop/designs/price-design.ts";
import type { Route } from "./+types/design-preview";
import { personaliseInput } from "./personalise-input.server.ts";

export type DesignPreview =
  | { readonly svg: string; readonly charges: readonly DesignCharge[] }
  | { readonly problems: readonly ValueProblem[] };

/**
 * A template with a buyer's values as SVG, and what it adds to the price: `?variant=&template=&f.name=Rani`. 422 with the
 * problems of the values, 404 for a template that the variant does not have.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const input = personaliseInput(new URL(request.url).searchParams);
  const headers = { "cache-control": "private, max-age=60" };
  if (!input) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400, headers });
  }
  const drawn = await personalise(input);
  if (drawn.ok) {
    const { list, charges } = drawn.value;
    return Response.json({ svg: designPicture(list), charges }, { headers });
  }
  return drawn.problem.code === "template_not_found"
    ? Response.json({ error: { code: "not_found" } }, { status: 404, headers })
    : Response.json({ problems: drawn.problem.problems }, { status: 422, headers });
}
