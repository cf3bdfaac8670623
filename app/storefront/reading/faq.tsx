import type { Route } from "./+types/faq";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("faq", args);

export default function FaqScreen() {
  return <ReadingSheet name="faq" />;
}
