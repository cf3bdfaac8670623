import type { RouterContextProvider } from "react-router";
import { documentContext } from "#app/context.ts";

/**
 * Data of markup that has no state. A document has the markup, so its data do not come a second time (decision 0231): they are
 * a function then, which the router leaves out of what it sends. A navigation in the browser gets the data.
 */
export type DocumentPart<T> = T | (() => T);

export function documentPart<T extends object>(
  context: Readonly<RouterContextProvider>,
  data: T,
): DocumentPart<T> {
  return context.get(documentContext) ? () => data : data;
}
