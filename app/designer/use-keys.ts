import { useEffect, useRef } from "react";
import type { Layer } from "#shop/designs/document.ts";
import { normalAngle, placeLayer } from "#shop/designs/edit/drag-layer.ts";
import { layersAt } from "#shop/designs/edit/edit-layers.ts";
import { rounded } from "#shop/designs/geometry.ts";
import type { LayerCommands } from "./panels/layer-props.ts";
import type { Editor } from "./use-editor.ts";

/** Share by which + and − change a layer's size. */
const growth = 1.05;

interface KeyTargets {
  editor: Editor;
  commands: LayerCommands;
  /** Takes the focus to the words of the chosen text. */
  onEdit: () => void;
}

/** The designer's keys, off while somebody types in a field or chooses in a list. */
export function useKeys(targets: KeyTargets): void {
  const latest = useRef(targets);
  latest.current = targets;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const isTyping =
        event.target instanceof Element &&
        event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select");
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

function onCommandKey(event: KeyboardEvent, { editor, commands }: KeyTargets): boolean {
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
      editor.mark(layersAt(editor.document, editor.place).map(({ id }) => id));
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

function onPlainKey(event: KeyboardEvent, { editor, commands, onEdit }: KeyTargets): boolean {
  const { layer } = editor;
  if (!layer) return false;
  const isLocked = layer.locked ?? false;
  const target = event.target instanceof Element ? event.target : null;
  // A button or a radio keeps the keys that it knows itself.
  const isOnControl = target?.closest("button, a, [role=radio], input") != null;
  const way = ways[event.key];
  if (way && !isLocked && target?.closest("input") == null) {
    const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1;
    const [right, down] = way;
    editor.changeChosen(
      "move",
      (one) => ({ ...one, x: rounded(one.x + right * step), y: rounded(one.y + down * step) }),
      `move ${layer.id}`,
    );
    return true;
  }
  switch (event.key) {
    case "+":
    case "=":
      if (!isLocked) resize(editor, layer, growth);
      return true;
    case "-":
      if (!isLocked) resize(editor, layer, 1 / growth);
      return true;
    case "[":
    case "]":
    case "{":
    case "}": {
      // With Shift, many keyboards write braces.
      const step = event.shiftKey ? 15 : 1;
      const turn = event.key === "]" || event.key === "}" ? step : -step;
      if (!isLocked)
        editor.changeChosen(
          "turn",
          (one) => ({ ...one, angle: normalAngle(one.angle + turn) }),
          `turn ${layer.id}`,
        );
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
      if (isOnControl || layer.kind !== "text") return false;
      onEdit();
      return true;
    case "Escape":
      editor.select(null);
      return true;
    default:
      return false;
  }
}

function resize(editor: Editor, layer: Layer, share: number): void {
  const box = {
    w: Math.max(1, rounded(layer.w * share)),
    h: Math.max(1, rounded(layer.h * share)),
  };
  editor.changeChosen("resize", (one) => placeLayer(one, { ...one, ...box }), `resize ${layer.id}`);
}
