import { Hono } from "hono";
import { log } from "#base/log.server.ts";
import type { ObjectStore } from "#integrations/storage/disk.server.ts";
import { StorageError } from "./errors.ts";
import { readPublicObject } from "./public-object.server.ts";

/** Everything below /storage/v1. */
export function storageDoor(store: ObjectStore): Hono {
  const door = new Hono();
  door.get("/object/public/*", (c) => readPublicObject(store, c));
  door.notFound(() =>
    errorResponse(new StorageError("404", "not_found", "Route not found", "NoSuchKey")),
  );
  door.onError((error) => errorResponse(error));
  return door;
}

function errorResponse(error: unknown): Response {
  const headers = { "Cache-Control": "no-store" };
  if (error instanceof StorageError) {
    const { statusCode, message, code } = error;
    return Response.json(
      { statusCode, error: error.error, message, code },
      { status: 400, headers },
    );
  }
  log.error({ err: error }, "storage failed");
  const body = {
    statusCode: "500",
    error: "Internal",
    message: "Internal Server Error",
    code: "InternalError",
  };
  return Response.json(body, { status: 500, headers });
}
