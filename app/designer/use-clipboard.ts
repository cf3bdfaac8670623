import { useEffect, useRef } from "react";
import { copiedLayerType, copyLayer, pasteLayer } from "#shop/designs/edit/copied-layer.ts";
import { removeLayer } from "#shop/designs/edit/edit-layers.ts";
import type { Editor } from "./use-editor.ts";

interface ClipboardTargets {
  editor: Editor;
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
      const { editor } = latest.current;
      const text = isElsewhere() ? undefined : copyLayer(editor.document, editor.selected);
      if (text === undefined || !event.clipboardData) return;
      event.clipboardData.setData(copiedLayerType, text);
      if (editor.layer?.kind === "text")
        event.clipboardData.setData("text/plain", editor.layer.text);
      event.preventDefault();
      if (event.type === "cut" && editor.selected !== null) {
        const document = removeLayer(editor.document, editor.selected);
        editor.change({ kind: "remove", document, layer: editor.selected });
      }
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
  const layer = data.getData(copiedLayerType);
  const pasted = layer === "" ? undefined : pasteLayer(editor.document, editor.place, layer);
  if (pasted) {
    editor.change({ kind: "paste", document: pasted.document, layer: pasted.id });
    return true;
  }
  const file = pictureOf(data);
  if (file && onPicture) {
    onPicture(file);
    return true;
  }
  const text = data.getData("text/plain").trim();
  if (text === "") return false;
  onText(text);
  return true;
}

function pictureOf(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
}
