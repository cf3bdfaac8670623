import { sessionClient } from "#app/browser/session/session.client.ts";

/** Of one return, as the database counts them. */
export const maxPhotos = 5;
const maxPhotoBytes = 5_242_880;

const types: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};
export const photoTypes = Object.keys(types).join(",");

/** Whether the bucket takes it. */
export function isPhoto({ type, size }: File): boolean {
  return type in types && size <= maxPhotoBytes;
}

/**
 * Sends a picture straight into the return's own folder, which row-level security opens for it.
 * @throws the refusal of the storage, or of a file that is no picture
 */
export async function sendReturnPhoto(returnId: string, file: File): Promise<void> {
  const ending = types[file.type];
  if (!ending) throw new Error(`no picture: ${file.type}`);
  const client = await sessionClient();
  const { error } = await client.storage
    .from("return-photos")
    .upload(`${returnId}/${crypto.randomUUID()}.${ending}`, file, { contentType: file.type });
  if (error) throw error;
}
