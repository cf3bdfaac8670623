import { printInThread } from "#shop/designs/in-thread.server.ts";
import { readAssetFiles } from "#shop/designs/uploads/asset-files.server.ts";
import { assetsOf, type DisplayList } from "./display-list.ts";

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
