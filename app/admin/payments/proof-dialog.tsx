import { useEffect, useState } from "react";
import { usePaymentWorkWords } from "#app/admin/payments/messages/payment-work.ts";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { proofBucket } from "#shop/orders/payments/attempts/payment-page.ts";

interface Proof {
  readonly address: string;
  readonly isPicture: boolean;
}

/** Pictures of a transfer, fetched with the reader's rights. */
export function ProofDialog({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const words = usePaymentWorkWords();
  const [proofs, setProofs] = useState<readonly Proof[] | "failed" | null>(null);
  const asked = names.join("\n");

  useEffect(() => {
    const addresses: string[] = [];
    const load = async () => {
      const { storage } = await sessionClient();
      const loaded = await Promise.all(
        asked.split("\n").map(async (name) => {
          const { data, error } = await storage.from(proofBucket).download(name);
          if (error) throw error;
          const address = URL.createObjectURL(data);
          addresses.push(address);
          return { address, isPicture: data.type.startsWith("image/") };
        }),
      );
      setProofs(loaded);
    };
    load().catch((error: unknown) => {
      console.error("A proof could not be opened", error);
      setProofs("failed");
    });
    return () => {
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [asked]);

  return (
    <Dialog open onClose={onClose} title={words.proof}>
      <div className="grid gap-4">
        {proofs === null ? <Skeleton className="h-64" /> : null}
        {proofs === "failed" ? <Notice tone="error">{words.proofFailed}</Notice> : null}
        {Array.isArray(proofs)
          ? (proofs as readonly Proof[]).map((proof) =>
              proof.isPicture ? (
                <img key={proof.address} src={proof.address} alt={words.proof} className="w-full" />
              ) : (
                <a key={proof.address} className="link" href={proof.address} download>
                  {words.openPdf}
                </a>
              ),
            )
          : null}
      </div>
    </Dialog>
  );
}
