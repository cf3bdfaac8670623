import type { LocalText } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asCaller } from "#db/client.server.ts";
import { inTurn, TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import {
  type PrintedColour,
  printedColours,
  printedPicture,
  withProfileFile,
} from "#shop/designs/colour-profiles/convert-colours.server.ts";
import { readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { assetsOf, type DisplayArea, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { PictureMismatch } from "#shop/designs/draw/picture-files.server.ts";
import { flat, inksOf } from "#shop/designs/draw/summarise.ts";
import { dpiOfWidth } from "#shop/designs/draw/to-png.server.ts";
import { printInThread } from "#shop/designs/in-thread.server.ts";
import { findPrintProfile } from "#shop/designs/print/print-profiles.server.ts";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { type Actor, callerOf } from "#shop/kernel/access.ts";
import type { InksProblem } from "./find-inks.server.ts";

/** An area as it looks once the printer's profile has printed it. */
export interface PrintedArea {
  /** `side/area`. */
  readonly id: string;
  readonly name: LocalText;
  /** WebP as a data URL, on the colour of the goods. */
  readonly picture: string;
  readonly colours: readonly PrintedColour[];
}

/** Pixels across a picture. */
const width = 720;

/**
 * The round trip of a proof through the profile of its process (docs/why/designs.md): no area where the process has none. Of an own
 * order, and of any for staff; others are not found.
 */
export async function findPrintedColours(
  actor: Actor,
  lineId: string,
  version: number,
): Promise<Result<readonly PrintedArea[], InksProblem>> {
  if (actor.kind !== "person") return fail("not_found");
  const [row] = await asCaller(
    callerOf(actor),
    (sql) => sql<{ display: DisplayList | null; spec: unknown }[]>`
      select p.display, c.spec from customisations c join proofs p on p.customisation_id = c.id
      where c.order_line_id = ${lineId} and p.version = ${version}`,
    "read only",
  );
  // A proof that was sent as a picture alone has no colours to convert.
  if (row?.display === null) return ok([]);
  const { display } = row ?? {};
  const spec = readPrintSpec(row?.spec);
  if (!display || !spec.ok) return fail("not_found");
  const profile = await findPrintProfile(display.process);
  if (!profile) return ok([]);
  const assets = assetsOf(display);
  const files = await readAssetFiles(assets, "master");
  if (files.size < assets.length) return fail("picture_gone");
  try {
    return ok(
      await withProfileFile(profile.icc, async (file) => {
        const areas: PrintedArea[] = [];
        for (const { id: side, areas: drawn } of display.sides)
          for (const area of drawn.filter(({ items }) => items.length > 0)) {
            const own = spec.value.sides.find(({ id }) => id === side);
            const name = own?.areas.find(({ id }) => id === area.id)?.name ?? own?.name;
            const flatProof = await printInThread("toPng", area, {
              files,
              dpi: dpiOfWidth(area, width, "trim"),
              box: "trim",
              body: "#ffffff",
            });
            const printed = await inTurn(() => printedPicture(flatProof, file));
            areas.push({
              id: `${side}/${area.id}`,
              name: name ?? { id: side, en: side },
              picture: `data:image/webp;base64,${printed.toString("base64")}`,
              colours: await printedColours(platedColours(area), file),
            });
          }
        return areas;
      }),
    );
  } catch (error) {
    if (error instanceof TooMuchImageWork) return fail("busy");
    if (error instanceof PictureMismatch) return fail("picture_gone");
    throw error;
  }
}

/** Colours that the profile converts: black letters are key alone. */
function platedColours({ items }: DisplayArea): string[] {
  const isKeyAlone = (item: ReturnType<typeof flat>[number]) =>
    item.kind === "path" && item.text !== undefined && item.fill === "#000000" && !item.stroke;
  return inksOf(flat(items).filter((item) => !isKeyAlone(item)));
}
