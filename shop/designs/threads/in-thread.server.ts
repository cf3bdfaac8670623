import path from "node:path";
import { AppError } from "#base/errors.ts";
import { openThread, ThreadBusy, ThreadLimit } from "#base/open-thread.server.ts";
import { currentNetwork } from "#base/request-network.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { PictureMismatch } from "../picture-files.server.ts";
import type { drawingWorks, printingWorks } from "./design-works.ts";

const program = path.join(import.meta.dirname, "design-thread.ts");
const drawing = openThread({ program, seconds: 10, megabytes: 192 });
const printing = openThread({ program, seconds: 120, megabytes: 384 });

type Drawing = typeof drawingWorks;
type Printing = typeof printingWorks;

/**
 * Draws or checks a design in the thread for it; buyers of other networks do not wait for more than one call of a network.
 * @throws AppError `design_too_large` (422) for work beyond the limits of a thread; TooMuchImageWork
 */
export function drawInThread<Name extends keyof Drawing>(
  name: Name,
  ...args: Parameters<Drawing[Name]>
): ReturnType<Drawing[Name]> {
  return drawing(currentNetwork(), name, args).catch(knownError) as ReturnType<Drawing[Name]>;
}

/** As `drawInThread`, of pictures and files. @throws PictureMismatch too */
export function printInThread<Name extends keyof Printing>(
  name: Name,
  ...args: Parameters<Printing[Name]>
): ReturnType<Printing[Name]> {
  return printing(currentNetwork(), name, args).then(asBuffer, knownError) as ReturnType<
    Printing[Name]
  >;
}

/** A `Buffer` arrives from another thread as a `Uint8Array`. */
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
