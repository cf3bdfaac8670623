import { OperatorError } from "#base/errors.ts";
import { assertKey } from "./object-store.ts";

interface S3Address {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  /** Prefix of every key, with a trailing slash; empty for none. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `s3://bucket[/prefix]?endpoint=…&region=…`. The credentials are `key:secret@` before the bucket, or AWS_ACCESS_KEY_ID
 * and AWS_SECRET_ACCESS_KEY. @throws Error when they are missing
 */
export function readS3Address(storageUrl: string, env: Environment = process.env): S3Address {
  const url = new URL(storageUrl);
  const region = url.searchParams.get("region") ?? env.AWS_REGION ?? "us-east-1";
  const accessKeyId = decodeURIComponent(url.username) || env.AWS_ACCESS_KEY_ID;
  const secretAccessKey = decodeURIComponent(url.password) || env.AWS_SECRET_ACCESS_KEY;
  if (!url.hostname) throw new OperatorError("STORAGE_URL names no bucket: s3://bucket?endpoint=…");
  if (!accessKeyId || !secretAccessKey) {
    throw new OperatorError("STORAGE_URL=s3:… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  if (prefix) assertKey(prefix);
  const endpoint = url.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  return {
    bucket: url.hostname,
    endpoint: endpoint.replace(/\/+$/, ""),
    region,
    prefix: prefix ? `${prefix}/` : "",
    accessKeyId,
    secretAccessKey,
    ...(env.AWS_SESSION_TOKEN && !url.username ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  };
}
