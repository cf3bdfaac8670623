import type { Route } from "./+types/shipping-and-returns";
import { ReadingSheet, readingMeta } from "./reading-sheet.tsx";

export const meta: Route.MetaFunction = (args) => readingMeta("shipping", args);

export default function ShippingScreen() {
  return <ReadingSheet name="shipping" />;
}
