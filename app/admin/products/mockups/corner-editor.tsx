import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useMockupsWords } from "#app/messages/admin/mockups.ts";
import { Field } from "#app/ui/field.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { Thumbnail } from "#shop/catalogue/catalogue.ts";

interface CornerEditorProps {
  picture: Thumbnail;
  /** x and y of each corner in percent, as they are typed. */
  corners: readonly string[];
  onChange: (corners: readonly string[]) => void;
}

/** Percent by which an arrow key moves a corner; with Shift ten times as much. */
const step = 0.5;

/** The picture with four corners to drag, and a number field for each distance. */
export function CornerEditor({ picture, corners, onChange }: CornerEditorProps) {
  const words = useMockupsWords();
  const frame = useRef<HTMLDivElement>(null);
  const at = (index: number) => {
    const value = Number(corners[index]);
    return Number.isFinite(value) ? Math.max(0, Math.min(100, value)) : 0;
  };
  const move = (corner: number, x: number, y: number) =>
    onChange(
      corners.map((text, index) => {
        if (index >> 1 !== corner) return text;
        const percent = Math.max(0, Math.min(100, index % 2 === 0 ? x : y));
        return String(Math.round(percent * 10) / 10);
      }),
    );
  const drag = (corner: number, event: PointerEvent<HTMLElement>) => {
    const rect = frame.current?.getBoundingClientRect();
    if (!rect || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(
      corner,
      ((event.clientX - rect.left) / rect.width) * 100,
      ((event.clientY - rect.top) / rect.height) * 100,
    );
  };
  const press = (corner: number, event: KeyboardEvent<HTMLElement>) => {
    const [x, y] = directions[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 * step : step;
    move(corner, at(2 * corner) + x * by, at(2 * corner + 1) + y * by);
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{words.corners}</legend>
      <p className="text-sm text-muted">{words.cornersHint}</p>
      <div className="grid gap-4 md:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
        <div ref={frame} className="relative touch-none border border-rule select-none">
          <img
            src={`${picture.url}.640.webp`}
            alt=""
            draggable={false}
            width={960}
            height={960}
            className="square"
            style={{ backgroundColor: picture.colour, objectPosition: picture.focus }}
          />
          <svg
            aria-hidden="true"
            viewBox="0 0 100 100"
            className="pointer-events-none absolute inset-0 size-full"
          >
            <polygon
              points={[0, 2, 4, 6].map((index) => `${at(index)},${at(index + 1)}`).join(" ")}
              fill="#2b39a633"
              stroke="#fff"
              strokeWidth="3"
              vectorEffect="non-scaling-stroke"
            />
            <polygon
              points={[0, 2, 4, 6].map((index) => `${at(index)},${at(index + 1)}`).join(" ")}
              fill="none"
              stroke="#14183a"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {words.cornerNames.map((name, corner) => (
            <button
              key={name}
              type="button"
              aria-label={name}
              title={name}
              className="absolute grid size-11 -translate-1/2 cursor-move place-items-center before:size-4 before:border-2 before:border-[#fff] before:bg-[#14183a] before:outline before:outline-[#14183a]"
              style={{ left: `${at(2 * corner)}%`, top: `${at(2 * corner + 1)}%` }}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => drag(corner, event)}
              onKeyDown={(event) => press(corner, event)}
            />
          ))}
        </div>
        <div className="grid grid-cols-2 content-start gap-3">
          {corners.map((text, index) => {
            const name = words.cornerNames[index >> 1] ?? "";
            const key = `corner_${index}`;
            return (
              <Field key={key} label={index % 2 === 0 ? words.fromLeft(name) : words.fromTop(name)}>
                {(parts) => (
                  <TextInput
                    {...parts}
                    name={key}
                    type="number"
                    inputMode="decimal"
                    min={0}
                    max={100}
                    step={0.1}
                    required
                    value={text}
                    onChange={({ target }) =>
                      onChange(corners.map((old, place) => (place === index ? target.value : old)))
                    }
                    className="figures"
                  />
                )}
              </Field>
            );
          })}
        </div>
      </div>
    </fieldset>
  );
}

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
