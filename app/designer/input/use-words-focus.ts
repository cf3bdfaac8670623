import { useEffect, useRef } from "react";
import { loadLatePanels } from "#app/designer/panels/late-panels.ts";

/** About half a second. */
const maxFrames = 30;

/**
 * Takes the focus to the words of the chosen text, or of the first one in the chosen group.
 * @param chosen id of the chosen layer
 * @param open shows the properties
 */
export function useWordsFocus(chosen: string | null, open: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const awaited = useRef<string | null>(null);
  /** The field may be rendered some frames after its panel is there. */
  const focusWithin = (frames: number) =>
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
      if (!field.current && frames > 1) focusWithin(frames - 1);
    });
  const edit = () => {
    open();
    loadLatePanels().then(() => focusWithin(maxFrames), console.warn);
  };
  useEffect(() => {
    if (chosen === null || chosen !== awaited.current) return;
    awaited.current = null;
    edit();
  });
  return {
    field,
    edit,
    /** Focuses the field after the new text is selected, which may first require loading its font. */
    editNew: (id: string | undefined) => {
      awaited.current = id ?? null;
    },
  };
}
