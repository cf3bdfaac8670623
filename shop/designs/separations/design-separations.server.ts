import type { PrintSpec, SpecArea } from "#shop/designs/document/print-spec.ts";
import { assetsOf, type DisplayArea, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { printInThread } from "#shop/designs/in-thread.server.ts";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import type { CutProblem, Separations } from "./separations.server.ts";

/** An area of a specification. */
function specOf(spec: PrintSpec, side: string, area: string): SpecArea | undefined {
  return spec.sides.find(({ id }) => id === side)?.areas.find(({ id }) => id === area);
}

/**
 * Why a cutter cannot follow a design; null where it can, or where nothing is cut.
 * @throws AppError 503 while too many pictures are drawn; PictureMismatch
 */
export async function cutProblemOf(list: DisplayList, spec: PrintSpec): Promise<CutProblem | null> {
  for (const side of list.sides)
    for (const area of side.areas) {
      if (specOf(spec, side.id, area.id)?.cut !== "contour") continue;
      const files = await readAssetFiles(assetsOf(list), "master");
      const cut = await printInThread("cutOf", area, "contour", files);
      if (!cut.ok) return cut.problem;
    }
  return null;
}

export interface SeparatedArea {
  readonly side: string;
  readonly area: DisplayArea;
  readonly separations: Separations;
  /** The contour that was asked for cannot be cut. */
  readonly problem: CutProblem | null;
}

/**
 * The printed areas of a design with their separations.
 * @param body colour of the goods as #rrggbb; null where the shop does not say
 * @throws TooMuchImageWork, PictureMismatch
 */
export async function separate(
  list: DisplayList,
  spec: PrintSpec,
  body: string | null,
): Promise<SeparatedArea[]> {
  const separated: SeparatedArea[] = [];
  for (const { id: side, areas } of list.sides)
    for (const area of areas) {
      if (area.items.length === 0) continue;
      const own = specOf(spec, side, area.id) ?? {
        underbase: "none" as const,
        cut: "none" as const,
      };
      const files = await readAssetFiles(
        own.underbase === "none" && own.cut !== "contour" ? [] : assetsOf(list),
        "master",
      );
      const found = await printInThread("separationsOf", { area, spec: own, body, files });
      separated.push(
        found.ok
          ? { side, area, separations: found.value, problem: null }
          : { side, area, separations: { white: "", cut: "" }, problem: found.problem },
      );
    }
  return separated;
}
