import { useEffect, useRef } from "react";
import type { LayerCommands } from "#app/designer/panels/properties/layer-props.ts";
import type { Editor } from "#app/designer/use-editor.ts";
import { copiedLayersType, copyLayers, pasteLayers } from "#shop/designs/edit/copied-layers.ts";

interface ClipboardTargets {
  editor: Editor;
  commands: LayerCommands;
  /** Words from another program. */
  onText: (text: string) => void;
  /** A picture from another program, or a file that was dropped; absent where pictures cannot be used. */
  onPicture: ((file: File) => void) | undefined;
}

/** Copies, cuts and pastes layers across sides and tabs; pastes words and pictures of other programs, and takes dropped files. */
export function useClipboard(targets: ClipboardTargets): void {
  const latest = useRef(targets);
  latest.current = targets;
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const { editor, commands } = latest.current;
      const text = isElsewhere() ? undefined : copyLayers(editor.document, editor.chosen);
      if (text === undefined || !event.clipboardData) return;
      event.clipboardData.setData(copiedLayersType, text);
      const words = editor.chosen.flatMap((layer) => (layer.kind === "text" ? layer.text : []));
      if (words.length > 0) event.clipboardData.setData("text/plain", words.join("\n"));
      event.preventDefault();
      if (event.type === "cut") commands.remove();
    };
    const paste = (event: ClipboardEvent) => {
      if (isElsewhere() || !event.clipboardData) return;
      if (take(event.clipboardData, latest.current)) event.preventDefault();
    };
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = pictureOf(event.dataTransfer);
      if (!file) return;
      event.preventDefault();
      latest.current.onPicture?.(file);
    };
    document.addEventListener("copy", copy);
    document.addEventListener("cut", copy);
    document.addEventListener("paste", paste);
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", copy);
      document.removeEventListener("paste", paste);
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  }, []);
}

/** Somebody types, has marked words, or answers a dialog: the clipboard is theirs. */
function isElsewhere(): boolean {
  const fields = "input:not([type=radio]):not([type=checkbox]), textarea, select";
  const isTyping = document.activeElement?.closest(fields) != null;
  const isMarked = (document.getSelection()?.toString() ?? "") !== "";
  return isTyping || isMarked || document.querySelector("dialog[open]") !== null;
}

/** @returns whether something was pasted */
function take(data: DataTransfer, { editor, onText, onPicture }: ClipboardTargets): boolean {
  const text = data.getData(copiedLayersType);
  const pasted = text === "" ? undefined : pasteLayers(editor.document, editor.place, text);
  if (pasted) {
    const { document, ids } = pasted;
    editor.change({ kind: "paste", document, layer: ids.at(-1) ?? null, layers: ids });
    return true;
  }
  const file = pictureOf(data);
  if (file && onPicture) {
    onPicture(file);
    return true;
  }
  const words = data.getData("text/plain").trim();
  if (words === "") return false;
  onText(words);
  return true;
}

function pictureOf(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
}
