/** Bytes. Larger photos are scaled down before the upload. */
const largestUnshrunk = 1_048_576;
/** Longer side in pixels: enough to read a receipt or see a crack. */
const maxPixels = 2_400;

/**
 * Scales a phone's photo down to a JPEG of a few hundred kilobytes. Returns the file unchanged if it is small, not an image, or the
 * browser cannot decode it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!file.type.startsWith("image/") || file.size <= largestUnshrunk) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, maxPixels / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    // JPEG has no transparency: without a background, transparent pixels become black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const type = "image/jpeg";
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.85));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type });
  } catch (error) {
    console.warn("Cannot scale the photo down; it is uploaded unchanged", error);
    return file;
  }
}
