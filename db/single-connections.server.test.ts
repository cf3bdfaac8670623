import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { openPostgres } from "./driver.server.ts";
import { SingleConnections } from "./single-connections.server.ts";
import { isUnavailable } from "./unavailable.server.ts";

const database = testDatabase();

test("R26: whoever gets no connection in time is told so, and holds up nobody who comes later", async () => {
  const connections = new SingleConnections(
    (onclose) => openPostgres(database.url(), { max: 1, onclose, onnotice: () => undefined }),
    1,
    50,
  );
  const lent = await connections.borrow();
  const refused = await connections.borrow().catch((error: unknown) => error);
  expect(isUnavailable(refused)).toBe(true);
  const next = connections.borrow();
  connections.detachBuffer(lent);
  expect(await next).toBe(lent);
  const [row] = await lent<{ one: number }[]>`select 1 as one`;
  expect(row?.one).toBe(1);
  connections.detachBuffer(lent);
  await connections.end();
});
