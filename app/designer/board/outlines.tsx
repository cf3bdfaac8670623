import type { Layer } from "#shop/designs/document/document.ts";
import type { Box } from "#shop/designs/document/geometry.ts";
import type { Point } from "#shop/designs/edit/drag-layer.ts";

/** The box of one of several chosen layers. */
export function Outline({ layer, offset }: { layer: Layer; offset: Point }) {
  const { x, y, w, h, angle } = layer;
  return (
    <g
      transform={`translate(${offset.x + x} ${offset.y + y}) rotate(${angle})`}
      strokeOpacity={0.6}
    >
      <BoxLine w={w} h={h} width={1} />
    </g>
  );
}

/**
 * The line around a layer, in millimetres around its middle: light around dark, so that it is seen on every picture.
 * @param width pixels of the dark line
 */
export function BoxLine({ w, h, width }: { w: number; h: number; width: number }) {
  const line = {
    x: -w / 2,
    y: -h / 2,
    width: w,
    height: h,
    fill: "none",
    vectorEffect: "non-scaling-stroke",
  };
  return (
    <>
      <rect {...line} className="stroke-card" strokeWidth={width + 2} />
      <rect {...line} className="stroke-carbon" strokeWidth={width} />
    </>
  );
}

/** The box that a mouse draws round the layers that it chooses. */
export function Marquee({ box: { left, top, right, bottom } }: { box: Box }) {
  return (
    <rect
      x={left}
      y={top}
      width={right - left}
      height={bottom - top}
      className="fill-carbon/10 stroke-carbon"
      strokeDasharray="4 3"
      vectorEffect="non-scaling-stroke"
    />
  );
}
