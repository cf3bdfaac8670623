import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { countRequest } from "#db/rate-limit.server.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { PictureMismatch } from "#shop/designs/draw/picture-files.server.ts";
import { pictureOf } from "#shop/designs/draw/picture-of.server.ts";
import { withOnlySide } from "#shop/designs/draw/shown-sides.ts";
import {
  type PersonaliseInput,
  type PersonaliseProblem,
  personalise,
} from "#shop/designs/personalise.server.ts";
import type { Actor } from "#shop/kernel/access.ts";
import { bodyColumn } from "./body-colour.server.ts";
import type { Mockup } from "./choose-mockup.ts";
import { drawMockup, type MockupWidth } from "./draw-mockup.server.ts";
import { mockupsColumn } from "./mockups-column.server.ts";

/** The picture of a design: on a photograph of its goods, or flat where the shop has no such photograph. */
export type DesignImage =
  | { readonly webp: Buffer }
  | { readonly svg: string }
  /** Too many pictures are drawn: a later request may succeed. */
  | { readonly busy: true };

export interface DrawnDesign {
  readonly display: DisplayList;
  readonly mockups: readonly Mockup[];
  /** Colour of the goods as #rrggbb. */
  readonly body: string | null;
}

/** @throws StoreUnavailable */
export async function imageOf(
  { display, mockups, body }: DrawnDesign,
  width: MockupWidth,
): Promise<DesignImage> {
  try {
    const webp = await drawMockup({ list: display, mockups, body, width });
    return webp ? { webp } : { svg: await pictureOf(display, body) };
  } catch (error) {
    if (error instanceof TooMuchImageWork) return { busy: true };
    // An uploaded picture is gone: the flat picture leaves it out.
    if (error instanceof PictureMismatch) return { svg: await pictureOf(display, body) };
    throw error;
  }
}

/** One side of a design. @returns undefined where it has no such side */
export async function sideImageOf(
  design: DrawnDesign,
  side: string,
  width: MockupWidth,
): Promise<DesignImage | undefined> {
  const display = withOnlySide(design.display, side);
  const mockups = design.mockups.filter(({ sides }) => side in sides);
  return display && imageOf({ ...design, display, mockups }, width);
}

/**
 * A version of a design on a variant: the actor's own version, or that of a guest who knows its id. A variant of another
 * product is not found.
 */
export async function findVersionImage(
  actor: Actor,
  id: string,
  variantId: string,
  width: MockupWidth,
): Promise<DesignImage | undefined> {
  const owner = actor.kind === "person" ? actor.id : null;
  const sql = asShop();
  const [row] = await sql<DrawnDesign[]>`
    select coalesce((
        select d.piece_displays -> (p.n - 1)::int from jsonb_array_elements(d.pieces) with ordinality p (piece, n)
        where p.piece ->> 'variant_id' = ${variantId}::text order by p.n limit 1
      ), d.display) as display,
      ${mockupsColumn(sql, sql`s.spec -> 'mockups'`)} as mockups, ${bodyColumn(sql)} as body
    from design_versions d join print_specs s on s.id = d.spec_id
    join product_variants v on v.product_id = d.product_id join products p on p.id = v.product_id
    where d.id = ${id} and v.id = ${variantId} and (d.customer_id is null or d.customer_id = ${owner}::uuid)`;
  return row && imageOf(row, width);
}

/** Mock-ups of unsaved designs that one network may have drawn; other pictures of them stay free. */
const mockupsPerNetwork = { limit: 1_200, windowSeconds: 3600 };

/** A template with a buyer's values on the photograph of a variant. Nothing is stored. */
export async function previewMockup(
  actor: Actor,
  input: PersonaliseInput,
  width: MockupWidth,
  network: string,
): Promise<
  Result<
    DesignImage,
    PersonaliseProblem | { readonly code: "too_many_requests" | "mockup_not_found" }
  >
> {
  if ((await countRequest(`mockups:${network}`, mockupsPerNetwork)) > 0)
    return fail({ code: "too_many_requests" });
  const drawn = await personalise(input, 1, actor);
  if (!drawn.ok) return drawn;
  const { list, mockups, body } = drawn.value;
  const image = await imageOf({ display: list, mockups, body }, width);
  return "svg" in image ? fail({ code: "mockup_not_found" }) : ok(image);
}
