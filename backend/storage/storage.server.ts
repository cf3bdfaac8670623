import { type Context, Hono } from "hono";
import { listBuckets, readBucket } from "./buckets/buckets.server.ts";
import { createBucket } from "./buckets/create-bucket.server.ts";
import { deleteBucket } from "./buckets/delete-bucket.server.ts";
import { emptyBucket } from "./buckets/empty-bucket.server.ts";
import { updateBucket } from "./buckets/update-bucket.server.ts";
import type { StorageContext } from "./context.server.ts";
import { failureAnswer, tusFailureAnswer } from "./failure.server.ts";
import {
  renderOwnImage,
  renderPublicImage,
  renderSignedImage,
} from "./images/render-image.server.ts";
import { copyObject } from "./objects/copy-object.server.ts";
import { listObjects } from "./objects/list-objects.server.ts";
import { listObjectsV2 } from "./objects/list-objects-v2.server.ts";
import { moveObject } from "./objects/move-object.server.ts";
import { readInfo, readOwnInfo, readPublicInfo } from "./objects/object-info.server.ts";
import {
  readObject,
  readOwnObject,
  readPublicObject,
  readSignedObject,
} from "./objects/read-object.server.ts";
import { removeObject, removeObjects } from "./objects/remove-objects.server.ts";
import { signObject, signObjects } from "./objects/sign-object.server.ts";
import { signUpload, uploadSigned } from "./objects/signed-upload.server.ts";
import { uploadObject } from "./objects/upload-object.server.ts";
import { beginUpload } from "./resumable/resumable-create.server.ts";
import { continueByPost, continueUpload } from "./resumable/resumable-piece.server.ts";
import { abandonUpload, readUploadState } from "./resumable/resumable-state.server.ts";

type Operation = (context: StorageContext, c: Context) => Promise<Response>;

/** The first match counts: fixed words come before bucket names. */
const operations: readonly (readonly [method: string, path: string, Operation])[] = [
  ["GET", "/object/public/*", readPublicObject],
  ["GET", "/object/authenticated/*", readOwnObject],
  ["GET", "/object/sign/*", readSignedObject],
  ["GET", "/object/info/public/*", readPublicInfo],
  ["GET", "/object/info/authenticated/*", readOwnInfo],
  ["GET", "/object/info/*", readInfo],
  ["POST", "/object/list/:bucket", listObjects],
  ["POST", "/object/list-v2/:bucket", listObjectsV2],
  ["POST", "/object/move", moveObject],
  ["POST", "/object/copy", copyObject],
  ["POST", "/object/sign/:bucket", signObjects],
  ["POST", "/object/sign/*", signObject],
  ["POST", "/object/upload/sign/*", signUpload],
  ["PUT", "/object/upload/sign/*", uploadSigned],
  ["GET", "/object/*", readObject],
  ["POST", "/object/*", uploadObject],
  ["PUT", "/object/*", uploadObject],
  ["DELETE", "/object/:bucket", removeObjects],
  ["DELETE", "/object/*", removeObject],
  ["GET", "/render/image/public/*", renderPublicImage],
  ["GET", "/render/image/authenticated/*", renderOwnImage],
  ["GET", "/render/image/sign/*", renderSignedImage],
  ["POST", "/upload/resumable", beginUpload],
  ["POST", "/upload/resumable/sign", beginUpload],
  ["POST", "/upload/resumable/:id", continueByPost],
  ["POST", "/upload/resumable/sign/:id", continueByPost],
  ["PATCH", "/upload/resumable/:id", continueUpload],
  ["PATCH", "/upload/resumable/sign/:id", continueUpload],
  ["GET", "/upload/resumable/:id", readUploadState],
  ["GET", "/upload/resumable/sign/:id", readUploadState],
  ["DELETE", "/upload/resumable/:id", abandonUpload],
  ["DELETE", "/upload/resumable/sign/:id", abandonUpload],
  ["GET", "/bucket", listBuckets],
  ["POST", "/bucket", createBucket],
  ["GET", "/bucket/:id", readBucket],
  ["PUT", "/bucket/:id", updateBucket],
  ["DELETE", "/bucket/:id", deleteBucket],
  ["POST", "/bucket/:id/empty", emptyBucket],
];

/** All endpoints below /storage/v1. */
export function createStorageApi(context: StorageContext): Hono {
  const endpoint = new Hono();
  for (const [method, path, operation] of operations) {
    endpoint.on(method, path, (c) => operation(context, c));
  }
  endpoint.get("/status", (c) => c.body(null, 200));
  endpoint.get("/version", (c) => c.text("etalase"));
  // A catch-all route: Hono ignores `notFound` of an app that is mounted in another.
  endpoint.all("*", routeNotFound);
  endpoint.onError((error, c) =>
    c.req.path.includes("/upload/resumable") ? tusFailureAnswer(error) : failureAnswer(error),
  );
  return endpoint;
}

/** In the format of Fastify, which upstream uses. The HTTP status is 404, unlike that of other storage errors. */
function routeNotFound(c: Context): Response {
  const path = c.req.path.replace("/storage/v1", "") || "/";
  const message = `Route ${c.req.method}:${path} not found`;
  return c.json({ statusCode: 404, error: "Not Found", message }, 404);
}
