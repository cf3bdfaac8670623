import type { Context } from "hono";
import { type JsonObject, readJsonObject } from "#backend/gateway/body.server.ts";
import { invalidRequest } from "./errors.ts";

/**
 * The JSON body with the required properties.
 * @throws StorageError with the messages of upstream's schemas
 */
export async function readInput(c: Context, required: readonly string[] = []): Promise<JsonObject> {
  const hasBody = c.req.header("content-type") !== undefined;
  const input = hasBody ? await readJsonObject(c.req.raw) : {};
  for (const name of required) {
    if (input[name] === undefined) {
      throw invalidRequest(`body must have required property '${name}'`);
    }
  }
  return input;
}

/** @throws StorageError */
export function textOf(input: JsonObject, name: string, fallback: string): string {
  const value = input[name] ?? fallback;
  if (typeof value !== "string") throw invalidRequest(`body/${name} must be string`);
  return value;
}

/** @throws StorageError */
export function flagOf(input: JsonObject, name: string): boolean | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw invalidRequest(`body/${name} must be boolean`);
  return value;
}

/**
 * A whole number within bounds, also as text from a query.
 * @throws StorageError
 */
export function wholeNumber(
  value: unknown,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  if (value === undefined || value === null) return fallback;
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number)) {
    throw invalidRequest(`${name} must be integer`);
  }
  if (number < min) throw invalidRequest(`${name} must be >= ${min}`);
  if (number > max) throw invalidRequest(`${name} must be <= ${max}`);
  return number;
}

/**
 * One of the allowed words, in any case.
 * @throws StorageError
 */
export function wordOf<T extends string>(
  value: unknown,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  if (value === undefined || value === null || value === "") return fallback;
  const word = typeof value === "string" ? value.toLowerCase() : value;
  const found = allowed.find((item) => item === word);
  if (found === undefined)
    throw invalidRequest(`${name} must be equal to one of the allowed values`);
  return found;
}

/** @throws StorageError */
export function textList(input: JsonObject, name: string, max: number): readonly string[] {
  const value = input[name];
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string")) {
    throw invalidRequest(`body/${name} must be array of string`);
  }
  if (value.length < 1) throw invalidRequest(`body/${name} must NOT have fewer than 1 items`);
  if (value.length > max) {
    throw invalidRequest(`body/${name} must NOT have more than ${max} items`);
  }
  return value as string[];
}

/** Escapes `%` and `_` for LIKE. */
export function likeText(text: string): string {
  return text
    .replaceAll("\0", "")
    .toWellFormed()
    .replace(/[\\%_]/g, "\\$&");
}
