import type { ReactNode } from "react";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Receipt } from "#app/ui/receipt.tsx";

/** A card out of the customer index, with nothing beside it to distract. */
export function AuthSheet({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const { auth } = useSignInWords();
  return (
    <div className="page pt-8 md:pt-14">
      <div className="copies mx-auto mr-3 mb-3 max-w-md sm:mx-auto">
        <Receipt className="bg-card">
          <h1 className="text-2xl">{title}</h1>
          {lead ? <p className="mt-2 text-muted">{lead}</p> : null}
          <div className="mt-6">{children}</div>
          <noscript>{auth.needsScript}</noscript>
        </Receipt>
      </div>
    </div>
  );
}
