import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { addFace, faceOf } from "#app/designer/fonts/font-faces.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { fontsFor } from "#shop/designs/edit/new-layer.ts";
import type { FontEntry } from "#shop/designs/fonts/catalogue.ts";

/** Letters of the text that a row of the list shows. */
const maxLetters = 40;

interface FontFieldProps {
  /** Id of the chosen font. */
  font: string;
  /** What is written in it. */
  text: string;
  area: SpecArea;
  onChange: (font: string) => void;
}

/** The fonts of an area, each with the text in its own letters. */
export function FontField({ font, text, area, onChange }: FontFieldProps) {
  const { fields } = useDesignerWords();
  const labelId = useId();
  const buttonId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const offered = fontsFor(area);
  const chosen = offered.find(({ id }) => id === font);
  useEffect(() => addFace(font), [font]);
  useEffect(() => {
    if (!isOpen) return;
    list.current?.scrollIntoView({ block: "nearest" });
    const option = list.current?.querySelector<HTMLElement>("[tabindex='0']");
    option?.focus();
    option?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  const nameOf = ({ id, family, weight }: FontEntry) =>
    offered.some((other) => other.family === family && other.id !== id)
      ? `${family} ${weight}`
      : family;
  const line = text.trim().split("\n")[0] ?? "";
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const options = [...(list.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
    const at = options.findIndex((option) => option.contains(document.activeElement));
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: options.length - 1,
    };
    const letter = event.key.length === 1 && event.key !== " " ? event.key.toLowerCase() : "";
    const startsWith = (index: number) =>
      offered[index]?.family.toLowerCase().startsWith(letter) ? index : undefined;
    const indices = options.map((_, step) => (at + 1 + step) % options.length);
    const to = letter
      ? indices.map(startsWith).find((index) => index !== undefined)
      : steps[event.key];
    if (event.key === "Escape") close();
    else if (event.key === "Enter" || event.key === " ") options[at]?.click();
    else if (to !== undefined) options[Math.min(options.length - 1, Math.max(0, to))]?.focus();
    else return;
    event.preventDefault();
    // The arrow keys of the board would move the layer.
    event.stopPropagation();
  };
  return (
    <div>
      <p id={labelId} className="mb-1.5 text-sm font-semibold">
        {fields.font}
      </p>
      <button
        ref={button}
        id={buttonId}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-labelledby={`${labelId} ${buttonId}`}
        className="entry flex items-center justify-between gap-2 text-left"
        onClick={() => {
          for (const { id } of offered) addFace(id);
          setOpen(!isOpen);
        }}
      >
        <span className="truncate" style={{ fontFamily: faceOf(font) }}>
          {chosen ? nameOf(chosen) : font}
        </span>
        <Icon name="chevron-down" className="size-4 shrink-0" />
      </button>
      {isOpen ? (
        <div
          ref={list}
          role="listbox"
          aria-labelledby={labelId}
          className="mt-1 grid max-h-64 divide-y divide-rule overflow-y-auto border border-control bg-card"
          onKeyDown={onKeyDown}
        >
          {offered.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
            <div
              key={entry.id}
              role="option"
              aria-selected={entry.id === font}
              tabIndex={entry.id === font || (!chosen && index === 0) ? 0 : -1}
              className="min-h-14 cursor-pointer px-3 py-1.5 hover:bg-paper aria-selected:bg-ink aria-selected:text-paper"
              // Fonts of rows out of sight are not fetched.
              style={{ contentVisibility: "auto", containIntrinsicSize: "auto 3.5rem" }}
              onClick={() => {
                onChange(entry.id);
                close();
              }}
            >
              <span
                aria-hidden="true"
                className="block truncate text-xl"
                style={{ fontFamily: faceOf(entry.id) }}
              >
                {[...(line || nameOf(entry))].slice(0, maxLetters).join("")}
              </span>
              <span className="block text-xs">{nameOf(entry)}</span>
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
