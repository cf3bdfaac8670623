import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { ShapeLayer } from "#shop/designs/document.ts";
import { ToolIcon } from "../tool-icon.tsx";

const icons = {
  rect: "square",
  ellipse: "circle",
  line: "slash",
  star: "star",
  heart: "heart",
  polygon: "hexagon",
} as const;

export function ShapePanel({ onChoose }: { onChoose: (shape: ShapeLayer["shape"]) => void }) {
  const { shapes } = useDesignerWords();
  return (
    <div className="grid grid-cols-3 gap-2">
      {(Object.keys(icons) as (keyof typeof icons)[]).map((shape) => (
        <button
          key={shape}
          type="button"
          className="grid min-h-16 place-items-center gap-1 border border-control bg-card p-2 text-xs hover:border-ink"
          onClick={() => onChoose(shape)}
        >
          <ToolIcon name={icons[shape]} className="size-6" />
          {shapes[shape]}
        </button>
      ))}
    </div>
  );
}
