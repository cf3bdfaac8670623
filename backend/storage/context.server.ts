import type { Keys } from "#backend/gateway/keys.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import type { ImageCache } from "./images/image-cache.server.ts";

export interface StorageSettings {
  /** Bytes of one file; a bucket may allow less, never more. */
  readonly fileSizeLimit: number;
  /** Seconds in which the token of a signed upload can be used. */
  readonly signedUploadSeconds: number;
  /** Seconds that an upload in pieces is kept after its last piece. */
  readonly resumableSeconds: number;
  /** Width times height of a picture that is transformed. */
  readonly maxInputPixels: number;
  /** Longest side of a transformed picture, pixels. */
  readonly maxOutputSide: number;
  /** Bytes of disk for transformed pictures. */
  readonly imageCacheBytes: number;
}

export const defaultStorageSettings: StorageSettings = {
  fileSizeLimit: 500_000_000,
  signedUploadSeconds: 2 * 60 * 60,
  resumableSeconds: 24 * 60 * 60,
  maxInputPixels: 50_000_000,
  maxOutputSide: 2500,
  imageCacheBytes: 256 * 1024 * 1024,
};

/** What every operation is given. */
export interface StorageContext {
  readonly store: ObjectStore;
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly settings: StorageSettings;
  readonly images: ImageCache;
}
