import type { Layer } from "#shop/designs/document.ts";
import type { Point } from "#shop/designs/edit/drag-layer.ts";
import type { Box } from "#shop/designs/geometry.ts";

/** The box of one of several chosen layers. */
export function Outline({ layer, offset }: { layer: Layer; offset: Point }) {
  const { x, y, w, h, angle } = layer;
  return (
    <rect
      transform={`translate(${offset.x + x} ${offset.y + y}) rotate(${angle})`}
      {...{ x: -w / 2, y: -h / 2, width: w, height: h }}
      fill="none"
      className="stroke-carbon"
      strokeWidth={1}
      strokeOpacity={0.6}
      vectorEffect="non-scaling-stroke"
    />
  );
}

/** The box that a mouse draws round the layers that it chooses. */
export function Marquee({ box: { left, top, right, bottom } }: { box: Box }) {
  return (
    <rect
      {...{ x: left, y: top, width: right - left, height: bottom - top }}
      className="fill-carbon/10 stroke-carbon"
      strokeDasharray="4 3"
      vectorEffect="non-scaling-stroke"
    />
  );
}
