import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asCaller } from "#db/client.server.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { PictureMismatch } from "#shop/designs/draw/picture-files.server.ts";
import { picturesIn } from "#shop/designs/draw/picture-of.server.ts";
import { toSvg } from "#shop/designs/draw/to-svg.ts";
import { bodyOfLine } from "#shop/designs/mockups/body-colour.server.ts";
import {
  type SeparatedArea,
  separate,
} from "#shop/designs/separations/design-separations.server.ts";
import type { Separations } from "#shop/designs/separations/separations.server.ts";
import { type Actor, callerOf } from "#shop/kernel/access.ts";

/** An area with white ink or a cut, to be looked at plate by plate. */
export interface InkedArea extends Separations, Pick<SeparatedArea, "problem"> {
  /** `side/area`. */
  readonly id: string;
  readonly name: LocalText;
  /** `viewBox` of its drawings: millimetres from the upper left corner of the trim, with the bleed. */
  readonly box: string;
  /** The colours alone, as SVG without a ground. */
  readonly colours: string;
  /** Colour of the goods as #rrggbb. */
  readonly body: string | null;
}

/** `busy`: too many pictures are drawn; `picture_gone`: an uploaded picture of the design was deleted. */
export type InksProblem = "not_found" | "busy" | "picture_gone";

/**
 * What is printed in white and cut of a proof: no area where it has only colours. Of an own order, and of any for staff; others
 * are not found.
 */
export async function findInks(
  actor: Actor,
  lineId: string,
  version: number,
): Promise<Result<readonly InkedArea[], InksProblem>> {
  if (actor.kind !== "person") return fail("not_found");
  const [row] = await asCaller(
    callerOf(actor),
    (sql) => sql<{ display: DisplayList | null; spec: unknown; body: string | null }[]>`
      select proof.display, c.spec, ${bodyOfLine(sql)} as body
      from customisations c join proofs proof on proof.customisation_id = c.id join order_lines l on l.id = c.order_line_id
      where c.order_line_id = ${lineId} and proof.version = ${version}`,
    "read only",
  );
  // A proof that was sent as a picture alone has no plates.
  if (row?.display === null) return ok([]);
  const spec = readPrintSpec(row?.spec);
  if (!row || !spec.ok) return fail("not_found");
  try {
    return ok(await inkedAreas(row.display, spec.value, row.body));
  } catch (error) {
    if (error instanceof TooMuchImageWork) return fail("busy");
    if (error instanceof PictureMismatch) return fail("picture_gone");
    throw error;
  }
}

async function inkedAreas(
  display: DisplayList,
  spec: PrintSpec,
  body: string | null,
): Promise<InkedArea[]> {
  const pictureHref = await picturesIn(display);
  const areas = await separate(display, spec, body);
  return areas
    .filter(({ separations: { white, cut }, problem }) => white || cut || problem)
    .map(({ side, area, separations, problem }) => {
      const edge = area.bleed;
      const own = spec.sides.find(({ id }) => id === side);
      const name = own?.areas.find(({ id }) => id === area.id)?.name ?? own?.name;
      return {
        ...separations,
        id: `${side}/${area.id}`,
        problem,
        body,
        name: name ?? { id: side, en: side },
        box: `${-edge} ${-edge} ${area.w + 2 * edge} ${area.h + 2 * edge}`,
        colours: toSvg(area, { pictureHref }),
      };
    });
}
