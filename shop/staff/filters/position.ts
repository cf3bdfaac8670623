import { isUuid } from "#base/uuid.ts";
import type { Position } from "./read-list.server.ts";

/** Where the page of a list begins, read from its address; an unreadable position is the first page. */
export function readPosition(params: URLSearchParams): Position {
  const id = (name: string) => {
    const value = params.get(name);
    return value !== null && isUuid(value) ? value : null;
  };
  return { after: id("after"), before: id("before") };
}
