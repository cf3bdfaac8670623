import type { Route } from "./+types/terms-and-conditions";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("terms", args);

export default function TermsScreen() {
  return <ReadingSheet name="terms" />;
}
