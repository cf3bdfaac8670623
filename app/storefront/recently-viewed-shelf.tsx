import { useEffect, useState } from "react";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { useRecentlyViewed } from "#app/browser/cart/recently-viewed.ts";
import type { ViewedProducts } from "./viewed-products.tsx";

/** Stored on the device only. A first visit makes no request for it. */
export function RecentlyViewedShelf({
  title,
  except = [],
}: {
  title: string;
  /** Slugs of what the page shows already. */
  except?: readonly string[];
}) {
  const stored = useRecentlyViewed((viewed) => viewed.products);
  const [shown, setShown] = useState<{ Products: typeof ViewedProducts }>();
  const products = useInBrowser()
    ? stored.filter(({ slug }) => !except.includes(slug)).slice(0, 6)
    : [];
  const isWanted = products.length > 0;
  useEffect(() => {
    if (!isWanted) return;
    import("./viewed-products.tsx").then(
      ({ ViewedProducts: Products }) => setShown({ Products }),
      // An extra at the end of a page: without a connection the page does without it.
      (error: unknown) => console.warn("no shelf of viewed products", error),
    );
  }, [isWanted]);
  if (!isWanted || !shown) return null;
  return (
    <section className="page mt-14">
      <h2 className="mb-4 text-xl">{title}</h2>
      <shown.Products products={products} />
    </section>
  );
}
