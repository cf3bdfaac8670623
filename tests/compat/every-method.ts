import { describe, expect, test } from "vitest";
import type { TestBackend } from "#tests/support/runner/backend.ts";

/** One public method of the client: how it succeeds, and how it fails. */
export type Drive =
  | { readonly ok: () => unknown; readonly fails: () => unknown }
  /** The method sends no request, or nothing can make it fail. */
  | { readonly ok: () => unknown; readonly cannotFail: string }
  /** An unsupported method must fail, and never as retryable. */
  | { readonly refused: () => unknown };

export type Drives = Readonly<Record<string, Drive>>;

/** Public methods by reflection: of the object and its base classes. Source: the package itself. */
function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (
    let level: object = object;
    level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      // Every `await` calls `then`.
      const isPublic = !name.startsWith("_") && !["constructor", "then"].includes(name);
      if (isPublic && typeof value === "function") names.add(name);
    }
  }
  return [...names].sort();
}

/** The error that the client returned or threw; undefined without one. */
export async function failureOf(
  run: () => unknown,
): Promise<{ message: string; status?: number } | undefined> {
  try {
    const result = (await run()) as { error?: { message: string; status?: number } | null } | null;
    return result?.error ?? undefined;
  } catch (error) {
    return error as Error;
  }
}

export const local = (ok: () => unknown): Drive => ({ ok, cannotFail: "asks no server" });
/** A part of the client's own machinery that reflection shows. */
export const inside = local(() => undefined);

/** Requests that the client sends only with an experiment enabled, or from a browser. */
export async function unoffered(backend: TestBackend, method: string, path: string) {
  const answer = await fetch(`${backend.url}/auth/v1/${path}`, {
    method,
    headers: { apikey: backend.keys.secret, "Content-Type": "application/json" },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  const body = (await answer.json()) as { msg?: string };
  return { error: answer.ok ? null : { message: body.msg ?? "", status: answer.status } };
}

/** Drives every method of the tables, and fails for a method that is in none. */
export function driveAll(
  surfaces: readonly (readonly [name: string, drives: Drives, object: () => object])[],
): void {
  describe.each(surfaces)("%s", (_name, drives, object) => {
    test("has no method without a test", () => {
      expect(methodsOf(object()).filter((name) => !Object.hasOwn(drives, name))).toEqual([]);
    });

    test.each(Object.entries(drives))("%s", async (_method, drive) => {
      if ("refused" in drive) {
        const failure = await failureOf(drive.refused);
        expect(failure?.message).toEqual(expect.any(String));
        expect(failure?.status ?? 400).toBeLessThan(500);
        return;
      }
      expect(await failureOf(drive.ok)).toBeUndefined();
      if ("fails" in drive) expect(await failureOf(drive.fails)).toBeDefined();
    });
  });
}
