import { describe, expect } from "vitest";
import { uploadPhotographs } from "#tests/support/builders/upload-photographs.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";

/** The promise for 30 photographs of 8 MB; `node bench/media-upload.ts` uploads as many. */
const maxMib = 400;

describe("many photographs at once", { timeout: 120_000 }, () => {
  const { program } = useProgram(() => ({ LOG_LEVEL: "error" }));

  longProof(
    "many photographs of 8 MB: none is lost, their order is kept, and memory stays bounded",
    async () => {
      const count = isWholeRun ? 30 : 3;
      const done = await uploadPhotographs(program(), { count, megabytes: 8, megapixels: 12 });
      expect(done.isInOrder).toBe(true);
      expect(done.peakMib).toBeLessThan(maxMib);
    },
  );
});
