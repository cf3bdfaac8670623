import { useEffect, useRef } from "react";
import type { Editor } from "#app/designer/use-editor.ts";
import type { LayerEdits } from "#app/designer/use-layer-edits.ts";
import { rounded } from "#shop/designs/document/geometry.ts";
import type { Gripped } from "#shop/designs/edit/chosen-layers.ts";
import { normalAngle } from "#shop/designs/edit/drag-layer.ts";
import { layersAt } from "#shop/designs/edit/edit-layers.ts";

/** Share by which + and − change a layer's size. */
const growth = 1.05;

interface KeyTargets {
  editor: Editor;
  edits: LayerEdits;
  /** Takes the focus to the words of the chosen text, or of the first one in the chosen group. */
  onEdit: () => void;
}

/** The designer's keys, off while somebody types in a field or chooses in a list. */
export function useKeys(targets: KeyTargets): void {
  const latest = useRef(targets);
  latest.current = targets;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const isTyping = isTypedInto(event.target);
      const isHandled =
        (event.ctrlKey || event.metaKey) && !isTyping
          ? onCommandKey(event, latest.current)
          : !isTyping && onPlainKey(event, latest.current);
      if (isHandled) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The target of a key is a field, which has keys of its own. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select") !== null;

function onCommandKey(event: KeyboardEvent, { editor, edits: { commands } }: KeyTargets): boolean {
  switch (event.key.toLowerCase()) {
    case "z":
      if (event.shiftKey) editor.redo();
      else editor.undo();
      return true;
    case "y":
      editor.redo();
      return true;
    case "d":
      commands.duplicate();
      return true;
    case "g":
      if (event.shiftKey) commands.ungroup();
      else commands.group();
      return true;
    case "a":
      editor.mark(
        layersAt(editor.document, editor.place).flatMap(({ id, hidden, locked }) =>
          hidden || locked ? [] : id,
        ),
      );
      return true;
    default:
      return false;
  }
}

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function onPlainKey(event: KeyboardEvent, { editor, edits, onEdit }: KeyTargets): boolean {
  const { layer } = editor;
  const { gripped: box, commands, place } = edits;
  if (!layer || !box) return false;
  const isLocked = box.locked ?? false;
  const target = event.target instanceof Element ? event.target : null;
  // A button or a radio keeps the keys that it knows itself.
  const isOnControl = target?.closest("button, a, [role=radio], input") != null;
  const way = ways[event.key];
  if (way && !isLocked && target?.closest("input") == null) {
    const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    const [right, down] = way;
    const to = { ...box, x: rounded(box.x + right * step), y: rounded(box.y + down * step) };
    place(to, "move", "move");
    return true;
  }
  switch (event.key) {
    case "+":
    case "=":
      if (!isLocked) resize(edits, box, growth);
      return true;
    case "-":
      if (!isLocked) resize(edits, box, 1 / growth);
      return true;
    case "[":
    case "]":
    case "{":
    case "}": {
      // With Shift, many keyboards write braces.
      const step = event.shiftKey ? 15 : 1;
      const turn = event.key === "]" || event.key === "}" ? step : -step;
      if (!isLocked) place({ ...box, angle: normalAngle(box.angle + turn) }, "turn", "turn");
      return true;
    }
    case "PageUp":
      commands.raise();
      return true;
    case "PageDown":
      commands.lower();
      return true;
    case "Delete":
    case "Backspace":
      commands.remove();
      return true;
    case "Enter":
      if (isOnControl || (layer.kind !== "text" && layer.kind !== "group")) return false;
      onEdit();
      return true;
    case "Escape":
      editor.select(null);
      return true;
    default:
      return false;
  }
}

function resize({ place }: LayerEdits, box: Gripped, by: number): void {
  const share = Math.max(by, box.leastShare ?? 0);
  const to = { w: Math.max(1, rounded(box.w * share)), h: Math.max(1, rounded(box.h * share)) };
  place({ ...box, ...to }, "resize", "resize");
}
