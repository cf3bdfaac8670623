import type { ClipArt, ClipLibrary } from "#shop/designs/document/clip-art.ts";
import type { ClipName } from "./groups.ts";
import { lucidePaths } from "./lucide.ts";

/** Side of the box and width of the strokes, in units of the art. */
const box = 24;
const stroke = 2;

const strokesOf = (path: string): ClipArt => ({
  w: box,
  h: box,
  colours: ["#14183a"],
  paths: [{ path, colour: 0, stroke }],
});

/** All clip art, of every revision: what was drawn once is drawn for ever. */
export const clipLibrary: ClipLibrary = new Map(
  Object.entries(lucidePaths).map(([id, path]) => [id, strokesOf(path)]),
);

/** The id in a document of the newest revision of a piece. */
export const newestClip = (name: ClipName): string => `${name}@1`;
