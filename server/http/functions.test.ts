import { expect, test } from "vitest";
import { listFunctions } from "#backend/functions/openapi.ts";
import { shopFunctions } from "./functions.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The paths of every part that accepts anything. */
function openParts(schema: Schema, path: string): string[] {
  if (Object.keys(schema).length === 0) return [path];
  const entries = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const parts = entries.flatMap(([name, part]) => openParts(part, `${path}.${name}`));
  const options = ((schema.anyOf ?? []) as Schema[]).flatMap((part) => openParts(part, path));
  const items = schema.items ? openParts(schema.items as Schema, `${path}[]`) : [];
  return [...parts, ...options, ...items];
}

test("every input of the shop's functions is described down to its last field", () => {
  const listed = listFunctions(shopFunctions);
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(shopFunctions).sort());
  expect(listed.flatMap(({ name, input }) => openParts(input, name))).toEqual([]);
  const place = listed.find(({ name }) => name === "place-order");
  expect(place).toMatchObject({ needs: "user", idempotent: true, methods: ["POST"] });
});
