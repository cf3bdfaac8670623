import { useDesignerWords } from "#app/messages/shared/designer.ts";
import type { ShapeLayer } from "#shop/designs/document/document.ts";
import { shapeIcons } from "../shape-icons.ts";
import { ToolIcon } from "../tool-icon.tsx";

export function ShapePanel({ onChoose }: { onChoose: (shape: ShapeLayer["shape"]) => void }) {
  const { shapes } = useDesignerWords();
  return (
    <div className="grid grid-cols-3 gap-2">
      {(Object.keys(shapeIcons) as (keyof typeof shapeIcons)[]).map((shape) => (
        <button
          key={shape}
          type="button"
          className="grid min-h-16 place-items-center gap-1 border border-control bg-card p-2 text-xs hover:border-ink"
          onClick={() => onChoose(shape)}
        >
          <ToolIcon name={shapeIcons[shape]} className="size-6" />
          {shapes[shape]}
        </button>
      ))}
    </div>
  );
}
