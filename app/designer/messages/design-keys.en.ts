import type { id } from "./design-keys.id.ts";

export const en: typeof id = {
  title: "Keyboard shortcuts",
  rows: [
    ["Arrows", "Move 1 mm; with Shift 10 mm, with Alt 0.1 mm"],
    ["+ and −", "Enlarge and reduce"],
    ["[ and ]", "Turn 1°; with Shift 15°"],
    ["Page Up, Page Down", "Bring the layer forward, send it back"],
    ["Enter", "Change the words"],
    ["Delete", "Delete"],
    ["Ctrl+C, Ctrl+X, Ctrl+V", "Copy, cut, paste, also to another side or tab"],
    ["Ctrl+D", "Duplicate"],
    ["Shift+click, Ctrl+A", "Choose several layers; in the list of layers also Shift+Arrow"],
    ["Ctrl+G, Ctrl+Shift+G", "Group, ungroup"],
    ["Ctrl+Z, Ctrl+Y", "Undo and redo"],
    ["Esc", "Cancel, let go"],
    ["?", "This list"],
  ] as readonly (readonly [string, string])[],
};
