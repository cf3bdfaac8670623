import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { isPersonalPage, isVisitorRequest } from "./visitor-paths.ts";

const app = path.join(import.meta.dirname, "../../app");

function pagesOf(entries: readonly RouteConfigEntry[]): RouteConfigEntry[] {
  return entries.flatMap((entry) => [entry, ...pagesOf(entry.children ?? [])]);
}

test("every route that reads the actor is in the list of visitor-dependent paths", async () => {
  const reading = pagesOf(await routes).filter(
    ({ path: address, file }) =>
      address && /currentActor\(/.test(readFileSync(path.join(app, file), "utf8")),
  );
  const unknown = reading
    .map(({ path: address = "" }) => address.replace(/:\w+/g, "x"))
    .filter((address) => !isPersonalPage(address) && !isVisitorRequest(address, "?f.foto=x"));
  expect(reading.length).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
  // Without form values the drawing board is the same for every visitor.
  expect(isVisitorRequest("/item/x/Design", "?variant=x")).toBe(false);
});
