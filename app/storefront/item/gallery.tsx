import { memo, Suspense, useLayoutEffect, useRef, useState } from "react";
import { lazyPart } from "#app/browser/lazy-part.ts";
import { useItemWords } from "#app/storefront/item/messages/item.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Picture, type PictureUse } from "#app/ui/domain/picture.tsx";
import type { Picture as ProductPicture } from "#shop/catalogue/catalogue.ts";

// Loads on the first click.
const CloserLook = lazyPart(() => import("./closer-look.tsx"));

interface GalleryProps {
  name: string;
  pictures: readonly ProductPicture[];
  /** Comes into view when it is another picture: of another variant, or a new illustration. */
  shown: number;
}

const stripPicture: PictureUse = { sizes: "(width >= 64rem) 38rem, (width >= 48rem) 80vw, 100vw" };

/** A strip to swipe, thumbnails to press, arrow buttons, and a closer look. */
export const Gallery = memo(function Gallery({ name, pictures, shown }: GalleryProps) {
  const { gallery } = useItemWords();
  const strip = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(shown);
  const [zoomed, setZoomed] = useState(false);
  const [opened] = useState(shown);
  const front = pictures[opened];

  const show = (index: number) => {
    const element = strip.current;
    if (!element) return;
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollTo({
      left: index * element.clientWidth,
      behavior: smooth && Math.abs(index - active) === 1 ? "smooth" : "instant",
    });
  };
  const wanted = pictures[shown]?.url;
  const stood = useRef(pictures[0]?.url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another variant or illustration moves the strip
  useLayoutEffect(() => {
    // Skip an unchanged picture: reading the width would force another layout.
    if (wanted !== stood.current) show(shown);
    stood.current = wanted;
  }, [wanted]);

  if (!front) {
    return (
      <p className="square grid place-items-center border border-rule bg-card text-muted">
        {gallery.none}
      </p>
    );
  }
  return (
    <section aria-label={gallery.label}>
      <div className="grid gap-3 md:grid-cols-[4.5rem_1fr]">
        <div className="relative md:order-last">
          <ul
            ref={strip}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard too
            tabIndex={0}
            className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain border border-rule bg-card [scrollbar-width:none]"
            onScroll={(event) => {
              const { scrollLeft, clientWidth } = event.currentTarget;
              if (clientWidth > 0) setActive(Math.round(scrollLeft / clientWidth));
            }}
          >
            {pictures.map((picture, index) => (
              <li
                key={picture.url}
                className={`relative w-full shrink-0 snap-center ${index === opened ? "[scroll-initial-target:nearest]" : ""}`}
              >
                <Picture
                  picture={picture}
                  alt={picture.alt}
                  {...stripPicture}
                  eager={index === opened}
                />
                {picture.caption ? (
                  <p className="absolute top-3 left-3 bg-card px-2 py-1 text-xs">
                    {picture.caption}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
          <IconButton
            icon="zoom-in"
            label={gallery.zoom}
            onClick={() => setZoomed(true)}
            className="absolute right-3 bottom-3 border border-rule bg-card"
          />
          {pictures.length > 1 ? (
            <p
              className="figures absolute bottom-3 left-3 bg-card px-2 py-1 text-xs"
              aria-hidden="true"
            >
              {active + 1}/{pictures.length}
            </p>
          ) : null}
        </div>
        {pictures.length > 1 ? (
          <ul className="flex gap-2 overflow-x-auto p-0.5 [scrollbar-width:none] md:flex-col">
            {pictures.map((picture, index) => (
              <li key={picture.url}>
                <button
                  type="button"
                  aria-label={
                    gallery.picture(index + 1, pictures.length) +
                    (picture.alt && `: ${picture.alt}`)
                  }
                  aria-current={index === active ? "true" : undefined}
                  onClick={() => show(index)}
                  className="block size-16 border border-rule hover:border-ink aria-[current]:border-ink aria-[current]:outline-2 aria-[current]:-outline-offset-2 aria-[current]:outline-ink"
                >
                  <Picture picture={picture} sizes="64px" widest={320} alt="" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <Dialog open={zoomed} onClose={() => setZoomed(false)} title={name} place="full">
        <Suspense>
          <CloserLook pictures={pictures} start={active} />
        </Suspense>
      </Dialog>
    </section>
  );
});
