import type { Keys } from "#backend/gateway/keys.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import type { ImageCache } from "./images/image-cache.server.ts";

export interface StorageSettings {
  /** Maximum bytes of one file; a bucket may allow less, never more. */
  readonly fileSizeLimit: number;
  /** Life of a signed upload's token, in seconds. */
  readonly signedUploadSeconds: number;
  /** Life of a resumable upload after its last piece, in seconds. */
  readonly resumableSeconds: number;
  /** Maximum resumable uploads of one account that are not finished: their bytes count towards no limit of a folder. */
  readonly unfinishedUploads: number;
  /** Maximum width times height of a picture to transform. */
  readonly maxInputPixels: number;
  /** Maximum side of a transformed picture, in pixels. */
  readonly maxOutputSide: number;
  /** Maximum bytes of transformed pictures on disk. */
  readonly imageCacheBytes: number;
}

export const defaultStorageSettings: StorageSettings = {
  fileSizeLimit: 500_000_000,
  signedUploadSeconds: 2 * 60 * 60,
  resumableSeconds: 24 * 60 * 60,
  unfinishedUploads: 50,
  maxInputPixels: 50_000_000,
  maxOutputSide: 2500,
  imageCacheBytes: 256 * 1024 * 1024,
};

/** Dependencies of every operation. */
export interface StorageContext {
  readonly store: ObjectStore;
  readonly keys: Keys;
  readonly publicUrl: string;
  readonly settings: StorageSettings;
  readonly images: ImageCache;
}
