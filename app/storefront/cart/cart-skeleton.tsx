import { useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";

export function CartSkeleton() {
  const cart = useCartWords();
  return (
    <div className="page pt-6 md:pt-10">
      <h1 className="mb-5 text-2xl md:text-3xl">{cart.title}</h1>
      <p role="status" className="sr-only">
        {cart.loading}
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem] lg:gap-10">
        <div className="sheet sheet-top">
          <div className="divide-y divide-rule px-4 pt-3 md:px-6">
            {[1, 2].map((line) => (
              <div
                key={line}
                className="grid grid-cols-[5rem_1fr] gap-4 py-5 md:grid-cols-[6rem_1fr]"
              >
                <Skeleton className="aspect-square" />
                <div className="grid content-start gap-2">
                  <Skeleton className="h-5 w-2/3" />
                  <Skeleton className="h-4 w-1/3" />
                  <Skeleton className="mt-2 h-11 w-36" />
                </div>
              </div>
            ))}
          </div>
        </div>
        <div className="sheet sheet-top">
          <div className="grid gap-3 p-6">
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
            <Skeleton className="mt-4 h-11" />
          </div>
        </div>
      </div>
    </div>
  );
}
