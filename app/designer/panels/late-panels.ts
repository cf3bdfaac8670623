import { partOfBoard } from "../part-of-board.tsx";

/* Panels that come after the board, which is seen and moved without them. */

const loadCheckPanel = async () => (await import("./check-panel.tsx")).CheckPanel;
const loadProperties = async () =>
  (await import("#app/designer/panels/properties/chosen-properties.tsx")).ChosenProperties;
const loadUploadPanel = async () => (await import("./upload-panel.tsx")).UploadPanel;
const loadUploadProblem = async () => (await import("./upload-problem.tsx")).UploadProblem;
const loadClipPanel = async () => (await import("./clip-panel.tsx")).ClipPanel;

export const CheckPanel = partOfBoard(loadCheckPanel);
export const ChosenProperties = partOfBoard(loadProperties);
export const UploadPanel = partOfBoard(loadUploadPanel);
export const ClipPanel = partOfBoard(loadClipPanel);
export const UploadProblem = partOfBoard(loadUploadProblem);

/** Fetches all of them, before somebody presses and before the connection is lost. */
export async function loadLatePanels(): Promise<void> {
  await Promise.all([
    loadCheckPanel(),
    loadProperties(),
    loadUploadPanel(),
    loadUploadProblem(),
    loadClipPanel(),
  ]);
}
