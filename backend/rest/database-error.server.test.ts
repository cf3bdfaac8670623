import { expect, test } from "vitest";
import { restErrorOf } from "./database-error.server.ts";

const status = (code: string, message = "as said", isAnonymous = false) =>
  restErrorOf({ code, message }, isAnonymous).status;

test.each([
  ["08006", 503],
  ["09000", 500],
  ["0L000", 403],
  ["0P000", 403],
  ["21000", 500],
  ["22P02", 400],
  ["22023", 400],
  ["23502", 400],
  ["23503", 409],
  ["23505", 409],
  ["23514", 400],
  ["25006", 405],
  ["25P01", 500],
  ["28000", 403],
  ["2D000", 500],
  ["38000", 500],
  ["39000", 500],
  ["3B000", 500],
  ["40001", 500],
  ["42703", 400],
  ["42883", 404],
  ["42P01", 404],
  ["42P17", 500],
  ["42501", 403],
  ["53300", 503],
  ["53400", 500],
  ["54001", 400],
  ["55000", 500],
  ["57014", 400],
  ["57P01", 503],
  ["57P03", 503],
  ["57000", 500],
  ["58000", 500],
  ["F0000", 500],
  ["HV000", 500],
  ["P0001", 400],
  ["P0002", 500],
  ["PT402", 402],
  ["PT999", 500],
  ["PTabc", 500],
  ["XX000", 500],
])("%s is %i", (code, expected) => {
  expect(status(code)).toBe(expected);
});

test("errors with one code are distinguished by their message", () => {
  expect(status("42501", "permission denied", true)).toBe(401);
  expect(status("22023", 'role "x" does not exist')).toBe(401);
  expect(status("21000", "UPDATE requires a WHERE clause")).toBe(400);
  expect(status("21000", "ON CONFLICT DO UPDATE command cannot affect row a second time")).toBe(
    400,
  );
  expect(status("55000", 'cannot insert into view "v"')).toBe(400);
});

test("only errors meant for clients show their message", () => {
  const reported = restErrorOf({ code: "23505", message: "m", detail: "d", hint: "h" }, false);
  expect(reported.body).toEqual({ code: "23505", message: "m", details: "d", hint: "h" });
  const inner = restErrorOf({ code: "XX000", message: "in /srv/x.c", detail: "SELECT 1" }, false);
  expect(inner.body).toEqual({
    code: "XX000",
    message: "The database could not answer",
    details: null,
    hint: null,
  });
});

test("an error that defines the whole response", () => {
  const raise = (message: string, detail?: string) =>
    restErrorOf({ code: "PGRST", message, ...(detail === undefined ? {} : { detail }) }, false);
  const whole = raise(
    '{"code":"1","message":"m","hint":"h"}',
    '{"status":332,"headers":{"X-A":"b"}}',
  );
  expect([whole.status, whole.headers, whole.body]).toEqual([
    332,
    { "X-A": "b" },
    { code: "1", message: "m", details: null, hint: "h" },
  ]);
  for (const broken of [
    raise("no json", "{}"),
    raise('{"code":"1","message":"m"}'),
    raise('{"code":"1","message":"m"}', '{"status":99,"headers":{}}'),
    raise('{"code":"1","message":"m"}', "[]"),
  ]) {
    expect([broken.status, broken.code]).toEqual([500, "PGRST121"]);
  }
});
