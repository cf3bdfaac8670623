import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { blockOtherDecoders, convertUpload } from "./convert-upload.ts";
import { writeAnswer } from "./process-answer.ts";

/*
 * The program that decodes one upload: the file on standard input, the answer on standard output. It has no settings, no
 * secrets and no connections.
 */

blockOtherDecoders();
sharp.cache(false);
// Each thread has buffers of its own.
sharp.concurrency(1);
process.stdout.write(writeAnswer(await convertUpload(await buffer(process.stdin))));
