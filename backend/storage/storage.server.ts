import { type Context, Hono } from "hono";
import { listBuckets, readBucket } from "./buckets.server.ts";
import type { StorageContext } from "./context.server.ts";
import { copyObject } from "./copy-object.server.ts";
import { createBucket } from "./create-bucket.server.ts";
import { deleteBucket } from "./delete-bucket.server.ts";
import { emptyBucket } from "./empty-bucket.server.ts";
import { StorageError } from "./errors.ts";
import { failureAnswer, tusFailureAnswer } from "./failure.server.ts";
import { listObjects } from "./list-objects.server.ts";
import { listObjectsV2 } from "./list-objects-v2.server.ts";
import { moveObject } from "./move-object.server.ts";
import { readInfo, readOwnInfo, readPublicInfo } from "./object-info.server.ts";
import {
  readObject,
  readOwnObject,
  readPublicObject,
  readSignedObject,
} from "./read-object.server.ts";
import { removeObject, removeObjects } from "./remove-objects.server.ts";
import { renderOwnImage, renderPublicImage, renderSignedImage } from "./render-image.server.ts";
import { beginUpload } from "./resumable-create.server.ts";
import { continueByPost, continueUpload } from "./resumable-piece.server.ts";
import { abandonUpload, readUploadState } from "./resumable-state.server.ts";
import { signObject, signObjects } from "./sign-object.server.ts";
import { signUpload, uploadSigned } from "./signed-upload.server.ts";
import { updateBucket } from "./update-bucket.server.ts";
import { uploadObject } from "./upload-object.server.ts";

type Operation = (context: StorageContext, c: Context) => Promise<Response>;

/** The first that fits answers: what is said in words comes before what a bucket could be called. */
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

/** Everything below /storage/v1. */
export function storageDoor(context: StorageContext): Hono {
  const door = new Hono();
  for (const [method, path, operation] of operations) {
    door.on(method, path, (c) => operation(context, c));
  }
  door.notFound(() =>
    failureAnswer(new StorageError("404", "not_found", "Route not found", "NoSuchKey")),
  );
  door.onError((error, c) =>
    c.req.path.includes("/upload/resumable") ? tusFailureAnswer(error) : failureAnswer(error),
  );
  return door;
}
