import { useDevWords } from "#app/dev/messages/dev.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Amounts } from "#app/ui/domain/order/amounts.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Receipt, ReceiptLine } from "#app/ui/receipt.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { Samples } from "./samples.tsx";

const copies = ["white", "yellow", "pink", "green"] as const;

export function DocumentSamples() {
  const words = useDevWords();
  return (
    <Samples title={words.documents}>
      <Breadcrumbs crumbs={[{ name: words.documents, to: "#" }, { name: words.receipt }]} />
      <Receipt heading={words.receipt} number="No. 001248" torn>
        <dl>
          <ReceiptLine label={`2 × ${words.line}`}>Rp178.000</ReceiptLine>
        </dl>
        <Amounts
          subtotal={178_000}
          promos={[{ code: "HEMAT10", discount: 17_800 }]}
          shipping={9_000}
          total={169_200}
          taxIncluded={15_876}
        />
      </Receipt>
      <div className="grid gap-4 sm:grid-cols-2">
        {copies.map((copy) => (
          <Receipt key={copy} copy={copy} heading={words.copies[copy]}>
            {words.line}
          </Receipt>
        ))}
      </div>
      <EmptyState title={words.empty} action={<ButtonLink to="#">{words.emptyAction}</ButtonLink>}>
        {words.emptyText}
      </EmptyState>
      <Pagination page={5} pages={12} address={(page) => `#${page}`} />
      <div className="grid grid-cols-2 gap-4 text-sm text-muted">
        <div className="grid content-start gap-2">
          {words.skeleton}
          <Skeleton />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-24 w-full" />
        </div>
        <div className="grid content-start gap-2">
          {words.picture}
          <div className="relative w-32">
            <Picture
              picture={{ url: "/storage/v1/object/public/none/none", colour: "#d8a878" }}
              sizes="8rem"
              alt={words.picture}
            />
          </div>
        </div>
      </div>
    </Samples>
  );
}
