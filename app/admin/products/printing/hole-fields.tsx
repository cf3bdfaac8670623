import { useState } from "react";
import { usePrintingWords } from "#app/admin/products/printing/messages/printing.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { pathOfRectangle, rectangleOf } from "#shop/designs/print-setup/holes.ts";
import { NumberField } from "./number-field.tsx";
import { readDecimal } from "./spec-draft.ts";

const sides = ["x", "y", "w", "h"] as const;
type Sides = Record<(typeof sides)[number], string>;
const maxHoles = 20;
const first = { x: 10, y: 10, w: 20, h: 20 };

interface HoleFieldsProps {
  /** Paths in millimetres from the area's corner. */
  holes: readonly string[];
  errorOf: (index: number) => string | undefined;
  onChange: (holes: string[]) => void;
}

/** Parts of an area without print, e.g. the camera of a phone. Rectangles are typed; other shapes stay as they are. */
export function HoleFields({ holes, errorOf, onChange }: HoleFieldsProps) {
  const words = usePrintingWords();
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="text-sm font-semibold">{words.holes}</legend>
      {holes.map((path, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a path changes while it is typed
          key={index}
          className="flex items-start gap-2 border-t border-rule pt-2"
        >
          <Hole
            path={path}
            error={errorOf(index)}
            onChange={(next) => onChange([...holes].with(index, next))}
          />
          <IconButton
            icon="trash-2"
            label={words.removeHole(index + 1)}
            onClick={() => onChange([...holes].toSpliced(index, 1))}
          />
        </div>
      ))}
      {holes.length < maxHoles ? (
        <Button
          look="quiet"
          icon="plus"
          className="justify-self-start"
          onClick={() => onChange([...holes, pathOfRectangle(first)])}
        >
          {words.addHole}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface HoleProps {
  path: string;
  error: string | undefined;
  onChange: (path: string) => void;
}

function Hole({ path, error, onChange }: HoleProps) {
  const words = usePrintingWords();
  const [typed, setTyped] = useState<Sides | null>(() => typedOf(path));
  if (!typed) return <p className="grow">{words.freeHole}</p>;
  const change = (part: Partial<Sides>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const [x, y, w, h] = sides.map((side) => readDecimal(next[side]));
    if (x != null && y != null && w != null && h != null) onChange(pathOfRectangle({ x, y, w, h }));
  };
  return (
    <div className="grid grow grid-cols-4 gap-2">
      {sides.map((side) => (
        <NumberField
          key={side}
          label={words.measures[side]}
          unit="mm"
          value={typed[side]}
          error={side === "x" ? error : undefined}
          onChange={(value) => change({ [side]: value })}
        />
      ))}
    </div>
  );
}

function typedOf(path: string): Sides | null {
  const found = rectangleOf(path);
  if (!found) return null;
  const text = (value: number) => String(value).replace(".", ",");
  return { x: text(found.x), y: text(found.y), w: text(found.w), h: text(found.h) };
}
