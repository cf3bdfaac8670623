import path from "node:path";
import { AppError } from "#base/errors.ts";
import { openThread, ThreadBusy, ThreadLimit } from "#base/open-thread.server.ts";
import { currentNetwork } from "#base/request-network.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { PictureMismatch } from "./draw/picture-files.server.ts";
import type { drawingFunctions, printingFunctions } from "./threads/design-functions.ts";

const program = path.join(import.meta.dirname, "threads", "design-thread.ts");
const drawing = openThread({ program, seconds: 10, megabytes: 192 });
const printing = openThread({ program, seconds: 120, megabytes: 384 });

type Drawing = typeof drawingFunctions;
type Printing = typeof printingFunctions;

/**
 * Draws or checks a design in the drawing thread. Long calls of one network delay other networks by one call at most.
 * @throws AppError `design_too_large` (422) for a call beyond the thread's limits; TooMuchImageWork when the queue is full
 */
export function drawInThread<Name extends keyof Drawing>(
  name: Name,
  ...args: Parameters<Drawing[Name]>
): ReturnType<Drawing[Name]> {
  return drawing(currentNetwork(), name, args).catch(knownError) as ReturnType<Drawing[Name]>;
}

/** As `drawInThread`, in the thread for pictures and files. @throws PictureMismatch too */
export function printInThread<Name extends keyof Printing>(
  name: Name,
  ...args: Parameters<Printing[Name]>
): ReturnType<Printing[Name]> {
  return printing(currentNetwork(), name, args).then(asBuffer, knownError) as ReturnType<
    Printing[Name]
  >;
}

/** Restores a `Buffer`, which the structured clone between threads turns into a `Uint8Array`. */
function asBuffer(value: unknown): unknown {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}

function knownError(error: Error): never {
  if (error instanceof ThreadBusy) throw new TooMuchImageWork();
  if (error instanceof ThreadLimit) throw new AppError("design_too_large", 422, { cause: error });
  if (error.name === "PictureMismatch") throw new PictureMismatch(error.message);
  throw error;
}
