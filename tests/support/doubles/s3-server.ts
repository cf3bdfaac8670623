import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Server from "@20minutes/s3rver";

/** An S3 service on a free port that checks signatures; it knows one key pair, S3RVER twice. */
export async function startS3Server(
  bucket: string,
): Promise<{ readonly storageUrl: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), "etalase-s3-"));
  const server = new Server({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  return {
    storageUrl: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}&region=us-east-1`,
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
