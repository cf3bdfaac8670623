import type { Upload } from "tus-js-client";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { uploadBucket, uploadPath } from "#shop/catalogue/media/media.ts";

/** Bytes of a request: a lost connection costs at most the rest of one. */
const chunkSize = 6 * 1024 * 1024;
/** Milliseconds before each further try; without a connection the upload waits for one instead. */
const retryDelays = [500, 1_500, 4_000, 10_000];

interface Sending {
  readonly file: File;
  /** The upload's id. */
  readonly id: string;
  readonly type: string;
  /** A private bucket where uploads wait, each in a folder of its uploader. */
  readonly bucket?: string;
  /** Where an earlier attempt stands, if there was one. */
  readonly address: string | undefined;
  readonly onAddress: (address: string) => void;
  readonly onProgress: (sent: number) => void;
}

/** Why the storage refuses a file for good: a code of `pictureProblems`, or `not_permitted`. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = "Refused";
    this.code = code;
  }
}

/**
 * Sends a file into the bucket where uploads wait (tus 1.0.0). After a lost connection it goes on behind the last byte that
 * arrived: the caller gives the address of that attempt.
 * @returns when the whole file has arrived
 * @throws Refused, the signal's reason, and the client's error when retries did not help
 */
export async function sendFile(
  { file, id, type, bucket = uploadBucket, address, onAddress, onProgress }: Sending,
  signal: AbortSignal,
): Promise<void> {
  // For this screen alone.
  const [{ Upload }, client] = await Promise.all([import("tus-js-client"), sessionClient()]);
  const session = async () => {
    const { data } = await client.auth.getSession();
    if (!data.session) throw new Refused("not_permitted");
    return data.session;
  };
  const { user } = await session();
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const upload: Upload = new Upload(file, {
      endpoint: `${location.origin}/storage/v1/upload/resumable`,
      chunkSize,
      retryDelays,
      uploadDataDuringCreation: true,
      storeFingerprintForResuming: false,
      metadata: {
        bucketName: bucket,
        objectName: uploadPath(user.id, id),
        contentType: type,
      },
      // The token of a long upload is renewed meanwhile.
      onBeforeRequest: async (request) => {
        request.setHeader("Authorization", `Bearer ${(await session()).access_token}`);
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        return (
          navigator.onLine && (status === 0 || status >= 500 || [409, 423, 429].includes(status))
        );
      },
      ...(address ? { uploadUrl: address } : {}),
      onUploadUrlAvailable: () => {
        if (upload.url) onAddress(upload.url);
      },
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = "originalResponse" in error ? error.originalResponse : undefined;
        const isRepeated = answer?.getStatus() === 409 && answer.getBody().includes("exists");
        // It arrived before, and only the answer was lost.
        if (isRepeated) resolve();
        else reject(answer ? (refusalOf(answer.getStatus()) ?? error) : error);
      },
    });
    // A request that has lost its network may hang for minutes before it fails.
    const pause = () => {
      upload.abort().catch((error: unknown) => console.warn("An upload was not paused", error));
      reject(new Error("offline"));
    };
    addEventListener("offline", pause, { once: true, signal });
    signal.addEventListener(
      "abort",
      () => {
        // Also deletes what has arrived; if that fails, the storage does after a day.
        upload.abort(true).catch((error: unknown) => console.warn("An upload was left", error));
        reject(signal.reason);
      },
      { once: true },
    );
    upload.start();
  });
}

function refusalOf(status: number): Refused | undefined {
  if (status === 413) return new Refused("picture_too_many_bytes");
  if (status === 415) return new Refused("picture_wrong_type");
  return status === 401 || status === 403 ? new Refused("not_permitted") : undefined;
}
