import type { Route } from "./+types/about";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("about", args);

export const handle = { lateScripts: true };

export default function AboutScreen() {
  return <ReadingSheet name="about" />;
}
