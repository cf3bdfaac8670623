import { useMemo, useState } from "react";
import { useMedia } from "#app/browser/use-media.ts";
import { ToolIcon } from "#app/designer/tool-icon.tsx";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { useMockupWords } from "#app/messages/shared/mockup.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { designPicture } from "#shop/designs/draw/design-picture.ts";
import type { DisplayList, DisplaySide } from "#shop/designs/draw/display-list.ts";
import { wordsOf } from "#shop/designs/draw/summarise.ts";
import { chooseMockup, type KitFaces, type Mockup } from "#shop/designs/mockups/choose-mockup.ts";
import { useMockup } from "./use-mockup.ts";

interface LiveMockupProps {
  list: DisplayList;
  /** The side that is on the board. */
  side: DisplaySide;
  mockups: readonly Mockup[];
  kits: Readonly<Record<string, KitFaces>>;
  /** Colour of the variant as #rrggbb; null where the shop does not say. */
  body: string | null;
  pictureHref: (asset: string) => string;
  /** On a narrow screen the button is its icon: its words would lie on the handles of what is chosen. */
  isBrief: boolean;
}

/**
 * The goods with the design as it is now: in a corner of the board that enlarges, on a narrow screen behind a button. Nothing where the
 * shop has no kit of this side.
 */
export default function LiveMockup({
  list,
  side,
  mockups,
  kits,
  body,
  pictureHref,
  isBrief,
}: LiveMockupProps) {
  const { mockup: words } = useDesignerWords();
  const { caption, illustration } = useMockupWords();
  const isDesk = useMedia(desk);
  const [isLarge, setLarge] = useState(false);
  const shown = useMemo(() => ({ ...list, sides: [side] }), [list, side]);
  const chosen = useMemo(() => chooseMockup(shown, mockups, kits), [shown, mockups, kits]);
  const isSeen = isDesk || isLarge;
  const { url, isImpossible } = useMockup(isSeen ? chosen : null, shown, body, pictureHref);
  if (!chosen) return null;
  const source = isImpossible
    ? `data:image/svg+xml,${encodeURIComponent(designPicture(shown, undefined, body ?? undefined))}`
    : url;
  const picture = source ? (
    <img
      src={source}
      alt={illustration(wordsOf(shown).join(", "))}
      className="square bg-white"
      data-mockup={isImpossible ? "flat" : "drawn"}
    />
  ) : (
    <span className="grid aspect-square place-items-center text-sm text-muted">
      {words.waiting}
    </span>
  );
  return (
    <>
      <button
        type="button"
        onClick={() => setLarge(true)}
        className="absolute bottom-2 left-2 z-10 flex min-h-11 items-center gap-2 border border-rule bg-card px-3 text-sm hover:border-ink xl:block xl:w-36 xl:p-0 xl:text-left"
      >
        {isDesk ? picture : null}
        <span className="flex items-center gap-2 xl:justify-between xl:border-t xl:border-rule xl:px-2 xl:py-1 xl:text-xs">
          <span className="max-xl:hidden">{caption}</span>
          <span className={isBrief ? "sr-only" : "xl:sr-only"}>{words.open}</span>
          <ToolIcon name="maximize" className="size-4" />
        </span>
      </button>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={words.title}>
        <figure>
          {picture}
          <figcaption className="pt-3 text-sm text-muted">{words.note}</figcaption>
        </figure>
      </Dialog>
    </>
  );
}

/** As `xl:`: on a narrower screen the corner would lie on the print. */
const desk = "(width >= 80rem)";
