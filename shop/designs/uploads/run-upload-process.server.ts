import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { limitConcurrency } from "#base/limit-concurrency.ts";
import { fail, type Result } from "#base/result.ts";
import { inTurn, TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import type { ConvertedUpload } from "./convert-upload.ts";
import type { UploadProblem } from "./design-upload.ts";
import { readAnswer } from "./process-answer.ts";

interface Bounds {
  readonly seconds: number;
  readonly megabytes: number;
}

const bounds: Bounds = { seconds: 20, megabytes: 512 };
const watchMs = 25;
const alone = limitConcurrency(1);

/**
 * Decodes an upload in a process of its own, one at a time, so that a file that crashes, blocks or fills a decoder ends that
 * process alone. The memory is watched where the system has /proc.
 * @returns `busy` where too many pictures wait
 */
export async function runUploadProcess(
  bytes: Uint8Array,
  within: Bounds = bounds,
): Promise<Result<ConvertedUpload, UploadProblem | "busy">> {
  try {
    return await alone(() => inTurn(() => run(bytes, within)));
  } catch (error) {
    if (error instanceof TooMuchImageWork) return fail("busy");
    throw error;
  }
}

async function run(
  bytes: Uint8Array,
  { seconds, megabytes }: Bounds,
): Promise<Result<ConvertedUpload, UploadProblem>> {
  const program = path.join(import.meta.dirname, "upload-process.ts");
  // Without write access, processes and workers, and without the settings of the shop.
  const flags = ["--permission", "--allow-addons", "--allow-fs-read=*", "--disable-warning=*"];
  const child = spawn(process.execPath, [...flags, program], {
    env: {},
    cwd: tmpdir(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  let isTooHeavy = false;
  const end = () => {
    isTooHeavy = true;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(end, seconds * 1000);
  const watch = setInterval(() => {
    void residentMegabytes(child.pid).then((used) => {
      if (used > megabytes) end();
    });
  }, watchMs);
  try {
    const exited = new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    // A process that ended early does not read the rest; its exit says why.
    child.stdin.on("error", () => child.stdin.destroy());
    child.stdin.end(bytes);
    const [answer, code] = await Promise.all([buffer(child.stdout), exited]);
    if (isTooHeavy) return fail("picture_too_heavy");
    return code === 0 ? readAnswer(answer) : fail("picture_broken");
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** 0 where the system does not tell, or the process has ended. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kilobytes ?? 0) / 1024;
}
