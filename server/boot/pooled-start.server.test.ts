import { expect, test } from "vitest";
import { readConfig } from "#base/config.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findStartFacts } from "./start-facts.ts";
import { startProblem } from "./start-problem.ts";

testDatabase();

const settings = {
  DATABASE_URL: "postgres://web:rahasia@pooler.test:6432/toko",
  DATABASE_DIRECT_URL: "postgres://keeper:rahasia@database.test:5432/toko",
};
const failure = (code: string) => Object.assign(new Error("failed"), { code });

test("with a pooler, the start report names PostgreSQL, the pooler and the connections to each", async () => {
  expect(await findStartFacts(readConfig(settings))).toMatchObject({
    database: expect.stringMatching(
      /^PostgreSQL \d+\.\d+, at database\.test:5432, requests through the pooler at pooler\.test:6432, named/,
    ),
    connections: "12 to PostgreSQL and 31 to the pooler at most",
  });
  const { DATABASE_URL } = settings;
  expect(await findStartFacts(readConfig({ DATABASE_URL }))).toMatchObject({
    database: expect.stringContaining(", at pooler.test:6432, named"),
    connections: "43 to PostgreSQL at most",
  });
});

test("a connection failure names the setting of the failed server", () => {
  expect(startProblem(failure("ECONNREFUSED"), settings)).toBe(
    "The pooler at DATABASE_URL does not respond (ECONNREFUSED). Check the address, and that it is running.",
  );
  expect(startProblem(failure("ECONNREFUSED"), settings, "DATABASE_DIRECT_URL")).toBe(
    "The database at DATABASE_DIRECT_URL does not respond (ECONNREFUSED). Check the address, and that PostgreSQL is running.",
  );
  expect(startProblem(failure("28P01"), settings, "DATABASE_DIRECT_URL")).toContain(
    "user or password of DATABASE_DIRECT_URL",
  );
  expect(startProblem(failure("08P01"), settings)).toContain(
    "The pooler at DATABASE_URL refuses the connection (failed)",
  );
  expect(startProblem(failure("42P05"), settings)).toContain("Set DATABASE_DIRECT_URL");
});
