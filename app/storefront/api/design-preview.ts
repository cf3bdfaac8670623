import * as v from "valibot";
import { designPicture } from "#shop/designs/design-picture.ts";
import {
  personalise,
  personaliseSchema,
  type ValueProblem,
} from "#shop/designs/personalise.server.ts";
import type { DesignCharge } from "#shop/designs/price-design.ts";
import type { Route } from "./+types/design-preview";

export type DesignPreview =
  | { readonly svg: string; readonly charges: readonly DesignCharge[] }
  | { readonly problems: readonly ValueProblem[] };

/** Names of the parameters with a field's value begin with this. */
const fieldPrefix = "f.";

/**
 * A template with a buyer's values as SVG, and what it adds to the price: `?variant=&template=&f.name=Rani`. 422 with the
 * problems of the values, 404 for a template that the variant does not have.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const values = [...searchParams]
    .filter(([name]) => name.startsWith(fieldPrefix))
    .map(([name, value]) => [name.slice(fieldPrefix.length), value] as const);
  const input = v.safeParse(personaliseSchema, {
    variant_id: searchParams.get("variant") ?? "",
    template_id: searchParams.get("template") ?? "",
    values: Object.fromEntries(values),
  });
  const headers = { "cache-control": "private, max-age=60" };
  if (!input.success) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400, headers });
  }
  const drawn = await personalise(input.output);
  if (drawn.ok) {
    const { list, charges } = drawn.value;
    return Response.json({ svg: designPicture(list), charges }, { headers });
  }
  return drawn.problem.code === "template_not_found"
    ? Response.json({ error: { code: "not_found" } }, { status: 404, headers })
    : Response.json({ problems: drawn.problem.problems }, { status: 422, headers });
}
