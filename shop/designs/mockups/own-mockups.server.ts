import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asCaller, asShop } from "#db/client.server.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { thumbnailOf } from "#shop/catalogue/card.server.ts";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { printInThread } from "#shop/designs/in-thread.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { KitSize } from "./kit-files.ts";
import { readBytes, writeKitBytes } from "./kit-store.server.ts";
import { meshReach } from "./mesh.ts";
import { type Corners, isQuad } from "./quad.ts";
import { type Bend, isSurface, maxSpan, type Surface } from "./surface.ts";

const within = (from: number, to: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(from), v.maxValue(to));
const share = within(0, 1);
/** See `Bend`. */
const bend = v.variant("kind", [
  v.strictObject({ kind: v.literal("flat") }),
  v.strictObject({ kind: v.literal("cylinder"), span: within(0, maxSpan), sag: within(-1, 1) }),
  v.strictObject({
    kind: v.literal("mesh"),
    points: v.pipe(v.array(within(-meshReach, 1 + meshReach)), v.length(32)),
  }),
]);
export const ownMockupSchema = v.strictObject({
  /** Chosen by the form, so that sending it twice makes one. */
  id: v.pipe(v.string(), v.uuid()),
  picture: v.pipe(v.string(), v.uuid()),
  side: v.pipe(v.string(), v.maxLength(40)),
  area: v.pipe(v.string(), v.maxLength(40)),
  corners: v.strictTuple([share, share, share, share, share, share, share, share]),
  bend,
  /** How much of the photograph's light a print takes: 1 all, 0 none. */
  shading: within(0, 2),
});
export type OwnMockupInput = v.InferOutput<typeof ownMockupSchema>;

/** A side and area of the goods that a photograph may show. */
export interface PrintedPlace {
  readonly side: string;
  readonly area: string;
  readonly name: LocalText;
  /** Millimetres. */
  readonly w: number;
  readonly h: number;
}

export interface OwnMockup {
  readonly id: string;
  readonly image_id: string;
  readonly side: string;
  readonly area: string;
  readonly corners: Corners;
  readonly bend: Bend;
  /** 1: a print takes all of the light. */
  readonly shading: number;
}

export interface MockupsOfProduct {
  readonly id: string;
  readonly slug: string;
  readonly name: LocalText;
  readonly places: readonly PrintedPlace[];
  readonly pictures: readonly (Thumbnail & { readonly id: string; readonly alt: LocalText })[];
  readonly mockups: readonly OwnMockup[];
}

/** A product with the mock-ups of its own photographs. @returns undefined when it does not exist */
export async function findOwnMockups(
  actor: Person,
  productId: string,
): Promise<MockupsOfProduct | undefined> {
  if (!isUuid(productId)) return undefined;
  type Row = Pick<MockupsOfProduct, "id" | "slug" | "name" | "mockups"> & {
    sides: readonly PrintSpec["sides"][];
    pictures: readonly {
      id: string;
      path: string;
      colour: string;
      focal_x: number;
      focal_y: number;
      alt: LocalText;
    }[];
  };
  const [row] = await asCaller(
    callerOf(actor),
    (sql) => sql<Row[]>`
      select p.id, p.slug, p.name,
        (
          select coalesce(json_agg(distinct (s.spec -> 'sides')::jsonb), '[]') from print_specs s
          where s.product_id = p.id and exists (select from variant_specs vs where vs.spec_id = s.id)
        ) as sides,
        (
          select coalesce(json_agg(json_build_object('id', i.id, 'path', i.path, 'colour', i.colour, 'focal_x', i.focal_x,
            'focal_y', i.focal_y, 'alt', i.alt) order by i.position, i.id), '[]')
          from product_images i where i.product_id = p.id
        ) as pictures,
        (
          select coalesce(json_agg(json_build_object('id', m.id, 'image_id', m.image_id, 'side', m.side, 'area', m.area,
            'corners', m.corners, 'bend', m.bend, 'shading', m.shading) order by m.created_at, m.id), '[]')
          from product_mockups m where m.product_id = p.id
        ) as mockups
      from products p where p.id = ${productId}`,
    "read only",
  );
  if (!row) return undefined;
  const { sides, pictures, ...product } = row;
  return {
    ...product,
    places: placesOf(sides),
    pictures: pictures.map(({ id, alt, ...picture }) => ({ id, alt, ...thumbnailOf(picture) })),
  };
}

/** Each side and area once, though variants may be printed by several specifications. */
function placesOf(sides: readonly PrintSpec["sides"][]): PrintedPlace[] {
  const places = sides.flat().flatMap((side) =>
    side.areas.map((area) => ({
      side: side.id,
      area: area.id,
      name: area.name ?? side.name,
      w: area.w,
      h: area.h,
    })),
  );
  return [...new Map(places.map((place) => [`${place.side}/${place.area}`, place])).values()];
}

export type OwnMockupProblem =
  | "not_permitted"
  | "corners_invalid"
  | "mesh_folded"
  | "picture_missing"
  | "place_unknown"
  | "busy";

interface Found {
  readonly path: string;
  readonly focal_x: number;
  readonly focal_y: number;
  readonly is_printed: boolean;
  /** The mock-up is there already. */
  readonly is_done: boolean;
}

/**
 * Takes a picture of a product apart, so that designs are shown on it. It replaces the mock-up of the same picture and side. A
 * repeated id changes nothing.
 */
export async function addOwnMockup(
  actor: Person,
  productId: string,
  input: OwnMockupInput,
): Promise<Result<void, OwnMockupProblem>> {
  const { id, picture, side, area, corners, bend, shading } = input;
  if (!isQuad(corners)) return fail("corners_invalid");
  if (!isSurface({ corners, bend })) return fail("mesh_folded");
  const found = await asStaff<Found, OwnMockupProblem>(actor, "media.manage", async (sql) => {
    const [row] = await sql<Found[]>`
      select i.path, i.focal_x, i.focal_y, exists (
          select from print_specs s join variant_specs vs on vs.spec_id = s.id
          where s.product_id = i.product_id
            and s.spec -> 'sides' @> ${sql.json([{ id: side, areas: [{ id: area }] }])}
        ) as is_printed, exists (select from product_mockups where id = ${id}) as is_done
      from product_images i where i.id = ${picture} and i.product_id = ${productId}`;
    if (!row) return fail("picture_missing");
    return row.is_printed ? ok(row) : fail("place_unknown");
  });
  if (!found.ok) return found;
  if (found.value.is_done) return ok(undefined);
  // Outside of the transaction: it takes seconds.
  const files = await bake(found.value, { corners, bend }, shading).catch((error) => {
    if (error instanceof TooMuchImageWork) return "busy" as const;
    throw error;
  });
  if (files === "busy") return fail("busy");
  if (!files) return fail("picture_missing");
  return asStaff<void, OwnMockupProblem>(actor, "media.manage", async (sql) => {
    const [present] = await sql`
      select from product_images where id = ${picture} and product_id = ${productId} for update`;
    if (!present) return fail("picture_missing");
    const [known] = await sql`select from product_mockups where id = ${id}`;
    if (known) return ok(undefined);
    const kit = `foto-${id}`;
    await sql`delete from product_mockups where image_id = ${picture} and side = ${side}`;
    await sql`insert into mockup_kits (id, faces_x, faces_y) values (${kit}, 0.5, 0.5)`;
    await sql`
      insert into product_mockups ${sql({
        id,
        product_id: productId,
        image_id: picture,
        side,
        area,
        kit_id: kit,
        corners: [...corners],
        bend: sql.json(bend),
        shading,
      })}`;
    for (const [size, bytes] of files) await writeKitBytes(sql, kit, size, bytes);
    return ok(undefined);
  });
}

/** The kit's files; null where the picture has none of its size. */
async function bake(
  { path, focal_x, focal_y }: Found,
  surface: Surface,
  shading: number,
): Promise<ReadonlyMap<KitSize, Buffer> | null> {
  const photo = await readBytes(asShop(), "product-images", `${path}.960.webp`);
  if (!photo) return null;
  const files = await printInThread("bakeKit", { photo, focal_x, focal_y, surface, shading });
  return new Map([...files].map(([size, bytes]) => [size, Buffer.from(bytes)]));
}

/** Takes a mock-up away; its picture stays. Doing it again changes nothing. */
export function removeOwnMockup(
  actor: Person,
  productId: string,
  id: string,
): Promise<Result<void, OwnMockupProblem>> {
  return asStaff<void, OwnMockupProblem>(actor, "media.manage", async (sql) => {
    await sql`delete from product_mockups where id = ${id} and product_id = ${productId}`;
    return ok(undefined);
  });
}
