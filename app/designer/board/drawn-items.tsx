import { memo, useId } from "react";
import type { DisplayItem, DisplayPicture } from "#shop/designs/draw/display-list.ts";

/* The display list as SVG elements: what is printed, drawn by the browser. */

interface DrawnItemsProps {
  items: readonly DisplayItem[];
  pictureHref: (asset: string) => string;
}

export function DrawnItems({ items, pictureHref }: DrawnItemsProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: clip art has several items of one layer
  return items.map((item, index) => <Drawn key={index} item={item} pictureHref={pictureHref} />);
}

const Drawn = memo(function Drawn({
  item,
  pictureHref,
}: {
  item: DisplayItem;
  pictureHref: DrawnItemsProps["pictureHref"];
}) {
  if (item.kind === "group")
    return (
      <g opacity={item.opacity}>
        <DrawnItems items={item.items} pictureHref={pictureHref} />
      </g>
    );
  if (item.kind === "picture") return <DrawnPicture item={item} href={pictureHref(item.asset)} />;
  return (
    <path
      d={item.path}
      fill={item.fill ?? "none"}
      stroke={item.stroke?.colour}
      strokeWidth={item.stroke?.width}
      strokeLinejoin="round"
      strokeLinecap="round"
      opacity={item.opacity}
    />
  );
}, isSame);

/** A display list is made anew at each change; most of its items are as they were. */
function isSame(before: { item: DisplayItem }, after: { item: DisplayItem }): boolean {
  return before.item === after.item || JSON.stringify(before.item) === JSON.stringify(after.item);
}

function DrawnPicture({ item, href }: { item: DisplayPicture; href: string }) {
  const maskId = useId();
  const [width, height] = item.pixels;
  const image = (
    <g transform={`matrix(${item.matrix.join(" ")})`}>
      <svg
        aria-hidden="true"
        width={1}
        height={1}
        viewBox={item.crop.join(" ")}
        preserveAspectRatio="none"
      >
        <image href={href} width={width} height={height} preserveAspectRatio="none" />
      </svg>
    </g>
  );
  if (item.mask === undefined) return <g opacity={item.opacity}>{image}</g>;
  return (
    <g opacity={item.opacity}>
      <clipPath id={maskId}>
        <path d={item.mask} />
      </clipPath>
      <g clipPath={`url(#${maskId})`}>{image}</g>
    </g>
  );
}
