import { useState } from "react";
import { useItemWords } from "#app/storefront/item/messages/item.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import type { Picture as ProductPicture } from "#shop/catalogue/catalogue.ts";
import { useMagnifier } from "./use-magnifier.ts";

interface CloserLookProps {
  pictures: readonly ProductPicture[];
  /** Index of the first picture to show. */
  start: number;
}

/** Full-screen viewer of a product's pictures. Double tap, pinch or a button zooms. */
export default function CloserLook({ pictures, start }: CloserLookProps) {
  const { gallery } = useItemWords();
  const [index, setIndex] = useState(start);
  const { frame, scale, toggle, reset } = useMagnifier();
  const picture = pictures[index];
  if (!picture) return null;
  const step = (by: number) => {
    setIndex((index + by + pictures.length) % pictures.length);
    reset();
  };
  const isMagnified = scale > 1;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-3">
      <div
        ref={frame}
        tabIndex={isMagnified ? 0 : undefined}
        className="aspect-square w-full max-w-[min(100%,calc(100dvh-10rem))] touch-pan-x touch-pan-y overflow-auto overscroll-contain"
      >
        <div style={{ width: `${scale * 100}%` }}>
          <Picture
            picture={picture}
            alt={picture.alt}
            sizes={isMagnified ? "300vw" : "100vw"}
            eager
            className="object-contain"
          />
        </div>
      </div>
      <div className="flex items-center gap-4">
        {pictures.length > 1 ? (
          <>
            <IconButton icon="chevron-left" label={gallery.previous} onClick={() => step(-1)} />
            <p role="status" className="figures text-sm">
              <span className="sr-only">{gallery.picture(index + 1, pictures.length)}</span>
              <span aria-hidden="true">
                {index + 1}/{pictures.length}
              </span>
            </p>
            <IconButton icon="chevron-right" label={gallery.next} onClick={() => step(1)} />
          </>
        ) : null}
        <IconButton
          icon={isMagnified ? "zoom-out" : "zoom-in"}
          label={isMagnified ? gallery.smaller : gallery.larger}
          onClick={toggle}
        />
      </div>
    </div>
  );
}
