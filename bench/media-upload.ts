import { uploadPhotographs } from "#tests/support/builders/upload-photographs.ts";
import { closeConnections, openConnections } from "#tests/support/runner/connections.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Photographs of a camera, dropped on a product at once. `node bench/media-upload.ts [photographs=30] [megabytes=8]
 * [megapixels=12]`; one JSON line. Fails when a picture is lost or out of order.
 */

const [count = 30, megabytes = 8, megapixels = 12] = process.argv.slice(2).map(Number);

const program = await startProgram({ env: { LOG_LEVEL: "error" } });
try {
  openConnections(await databaseAddress(program.dataDir), { max: 3 });
  const done = await uploadPhotographs(program, { count, megabytes, megapixels });
  if (!done.isInOrder) throw new Error("a picture is lost or out of order");
  console.log(
    JSON.stringify({
      photographs: count,
      megabytes: Number((done.size / 1e6).toFixed(1)),
      megapixels,
      seconds: Number(done.seconds.toFixed(1)),
      lost_or_out_of_order: 0,
      peak_mib: done.peakMib,
      peak_mib_before: done.peakMibBefore,
      page_ms_meanwhile: done.page,
    }),
  );
} finally {
  await closeConnections();
  await program.stop();
  await removeFolder(program.dataDir);
}
