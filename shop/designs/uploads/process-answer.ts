import { ok, type Result } from "#base/result.ts";
import type { ConvertedUpload } from "./convert-upload.ts";
import type { UploadProblem } from "./design-upload.ts";

type Answer = Result<ConvertedUpload, UploadProblem>;
type Head =
  | { readonly ok: false; readonly problem: UploadProblem }
  | (Omit<ConvertedUpload, "master" | "preview"> & {
      readonly ok: true;
      /** Bytes. */
      readonly master: number;
    });

const lengthBytes = 4;

/** The length of a JSON head, the head, the master, the preview. */
export function writeAnswer(answer: Answer): Buffer {
  const head: Head = answer.ok
    ? { ok: true, ...sizes(answer.value) }
    : { ok: false, problem: answer.problem };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.byteLength);
  const files = answer.ok ? [answer.value.master, answer.value.preview] : [];
  return Buffer.concat([length, text, ...files]);
}

function sizes({ master, preview: _, ...rest }: ConvertedUpload) {
  return { ...rest, master: master.byteLength };
}

/** @throws SyntaxError, RangeError where the process did not finish its answer */
export function readAnswer(bytes: Buffer): Answer {
  const end = lengthBytes + bytes.readUInt32BE(0);
  const head = JSON.parse(bytes.subarray(lengthBytes, end).toString()) as Head;
  if (!head.ok) return head;
  const { ok: _, master: length, ...rest } = head;
  const master = bytes.subarray(end, end + length);
  return ok({ ...rest, master, preview: bytes.subarray(end + length) });
}
