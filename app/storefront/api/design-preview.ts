import * as v from "valibot";
import { maxPieces } from "#shop/cart/cart.ts";
import { designPicture } from "#shop/designs/design-picture.ts";
import type { ValueProblem } from "#shop/designs/fill-template.ts";
import { personalise, personaliseSchema } from "#shop/designs/personalise.server.ts";
import type { DesignPrice, NextStep } from "#shop/designs/price-design.ts";
import type { Route } from "./+types/design-preview";

export type DesignPreview =
  | { readonly svg: string; readonly price: DesignPrice; readonly next?: NextStep }
  | { readonly problems: readonly ValueProblem[] };

const requestSchema = v.strictObject({
  ...personaliseSchema.entries,
  pieces: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPieces)),
});

/** Names of the parameters with a field's value begin with this. */
const fieldPrefix = "f.";

/**
 * A template with a buyer's values as SVG, and what it adds to the price: `?variant=&template=&pieces=2&f.name=Rani`. 422 with the
 * problems of the values, 404 for a template that the variant does not have.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const values = [...searchParams]
    .filter(([name]) => name.startsWith(fieldPrefix))
    .map(([name, value]) => [name.slice(fieldPrefix.length), value] as const);
  const input = v.safeParse(requestSchema, {
    variant_id: searchParams.get("variant") ?? "",
    template_id: searchParams.get("template") ?? "",
    pieces: Number(searchParams.get("pieces") ?? 1),
    values: Object.fromEntries(values),
  });
  const headers = { "cache-control": "private, max-age=60" };
  if (!input.success) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400, headers });
  }
  const { pieces, ...design } = input.output;
  const drawn = await personalise(design, pieces);
  if (drawn.ok) {
    const { list, price, next } = drawn.value;
    return Response.json(
      { svg: designPicture(list), price, ...(next ? { next } : {}) },
      { headers },
    );
  }
  return drawn.problem.code === "template_not_found"
    ? Response.json({ error: { code: "not_found" } }, { status: 404, headers })
    : Response.json({ problems: drawn.problem.problems }, { status: 422, headers });
}
