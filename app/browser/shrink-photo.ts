/** Photos above it are scaled down before they are uploaded. */
const largestUnshrunk = 1_048_576;
/** Pixels: enough to read a receipt or see a crack. */
const maxPixels = 2_400;

/**
 * A photo of a phone as a JPEG of a few hundred kilobytes. Other files, small ones and those that the browser cannot decode stay as
 * they are.
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
    // JPEG has no transparency: without a background it turns black.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const type = "image/jpeg";
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, 0.85));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type });
  } catch (error) {
    console.warn("The photo is sent in its own size", error);
    return file;
  }
}
