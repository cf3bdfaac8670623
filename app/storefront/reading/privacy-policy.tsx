import type { Route } from "./+types/privacy-policy";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("privacy", args);

export const handle = { lateScripts: true };

export default function PrivacyScreen() {
  return <ReadingSheet name="privacy" />;
}
