import { assetsOf, type DisplayList } from "./display-list.ts";
import { printInThread } from "./in-thread.server.ts";
import { readAssetFiles } from "./uploads/asset-files.server.ts";

const paper = "#ffffff";

/**
 * `printThumbnail` with the uploaded pictures of the design, for mails and order documents.
 * @param body colour of the product as #rrggbb; null when unknown
 * @param side pixels
 */
export async function pictureAsPng(
  list: DisplayList,
  body: string | null,
  side: number,
): Promise<Buffer> {
  const files = await readAssetFiles(assetsOf(list), "master");
  return printInThread("printThumbnail", list, files, { body: body ?? paper, side });
}
