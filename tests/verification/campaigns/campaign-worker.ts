import { provideSecret } from "#base/secrets.server.ts";
import { connect } from "#db/client.server.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";

/*
 * One sender of campaigns as a process of its own, until it is killed:
 *
 *   node tests/verification/campaigns/campaign-worker.ts <database> <mail server> <lease in ms> [slice in ms=5000]
 */

const [, , databaseUrl = "", smtpUrl = "", leaseMs = "2000", sliceMs = "5000"] = process.argv;
connect(databaseUrl, { max: 6 });
provideSecret(Buffer.alloc(32, "a"));

export const workerConnections = 5;

async function work(): Promise<never> {
  for (;;) {
    try {
      await sendCampaigns({
        smtpUrl,
        from: "Toko <kabar@shop.test>",
        publicUrl: "https://shop.test",
        connections: workerConnections,
        leaseMs: Number(leaseMs),
        retryMs: (attempts) => (attempts > 20 ? undefined : 300),
        sliceMs: Number(sliceMs),
      });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

if (process.argv[1] === import.meta.filename) await work();
