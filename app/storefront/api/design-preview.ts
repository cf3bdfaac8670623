import { currentActor } from "#app/access.server.ts";
import { pictureOf } from "#shop/designs/draw/picture-of.server.ts";
import type { ValueProblem } from "#shop/designs/fill-template.ts";
import { personalise } from "#shop/designs/personalise.server.ts";
import type { DesignPrice, NextStep } from "#shop/designs/print/price-design.ts";
import { maxPieces } from "#shop/orders/cart/cart.ts";
import type { Route } from "./+types/design-preview";
import { personaliseInput } from "./personalise-input.server.ts";

export type DesignPreview =
  | {
      readonly svg: string;
      readonly price: DesignPrice;
      /** Where more pieces make each cheaper. */
      readonly next?: NextStep;
      /** The shop has photographs that the design can be shown on. */
      readonly has_mockup: boolean;
      /** Photographs that are less sharp than they should be. */
      readonly remarks: readonly ValueProblem[];
    }
  | {
      readonly problems: readonly ValueProblem[];
      /** Where photographs are all that is missing: what is there so far, with grey frames. */
      readonly sketch?: string;
    };

/**
 * A template, or an own design of the drawing board, with a buyer's values as SVG, and what it adds to the price: `?variant=&template=&pieces=2&f.name=Rani`. 422 with the
 * problems of the values, 404 for a template that the variant does not have.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const input = personaliseInput(searchParams);
  const pieces = Number(searchParams.get("pieces") ?? 1);
  const isCount = Number.isInteger(pieces) && pieces >= 1 && pieces <= maxPieces;
  const headers = { "cache-control": "private, max-age=60" };
  if (!input || !isCount) {
    return Response.json({ error: { code: "invalid_input" } }, { status: 400, headers });
  }
  const drawn = await personalise(input, pieces, currentActor(context));
  if (drawn.ok) {
    const { list, price, next, mockups, remarks, body } = drawn.value;
    const svg = await pictureOf(list, body);
    const preview = { svg, price, has_mockup: mockups.length > 0, remarks };
    return Response.json({ ...preview, ...(next ? { next } : {}) }, { headers });
  }
  const { problem } = drawn;
  if (problem.code === "template_not_found")
    return Response.json({ error: { code: "not_found" } }, { status: 404, headers });
  const sketch = problem.code === "design_incomplete" && (await pictureOf(problem.sketch));
  const answer = { problems: problem.problems, ...(sketch ? { sketch } : {}) };
  return Response.json(answer, { status: 422, headers });
}
