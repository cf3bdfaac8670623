import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { useCart } from "#app/browser/cart-store.ts";
import { useShopWords } from "#app/messages/storefront/storefront.ts";
import { Picture } from "#app/ui/domain/picture.tsx";
import { iconPaths } from "#app/ui/icon-paths.ts";
import { cardPicture } from "./product-card.tsx";

const addedMs = 2_000;

/** One listener for all cards, which have no state of their own: a press adds, a pointer shows the second picture. */
export function useProductCards(): void {
  const { card } = useShopWords();
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const button = closest<HTMLButtonElement>(target, "[data-add]");
      if (!button?.dataset.add) return;
      useCart.getState().add({ variant_id: button.dataset.add, quantity: 1 });
      confirm(button, card.added);
    };
    // Second pictures come on hover only: they would be half of a list's markup.
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      const place =
        pointerType === "mouse" ? closest(target, "article")?.querySelector("[data-scene]") : null;
      if (place instanceof HTMLElement) showScene(place);
    };
    addEventListener("click", onClick);
    addEventListener("pointerover", onPointerOver);
    return () => {
      removeEventListener("click", onClick);
      removeEventListener("pointerover", onPointerOver);
    };
  }, [card.added]);
}

function closest<E extends Element>(target: EventTarget | null, selector: string): E | null {
  return target instanceof Element ? target.closest<E>(selector) : null;
}

/** A tick in place of the plus, and a word for those who do not see it. */
function confirm(button: HTMLButtonElement, added: string): void {
  const path = button.querySelector("path");
  const status = button.nextElementSibling;
  path?.setAttribute("d", iconPaths.check);
  if (status) status.textContent = added;
  setTimeout(() => {
    path?.setAttribute("d", iconPaths.plus);
    if (status) status.textContent = "";
  }, addedMs);
}

function showScene(place: HTMLElement): void {
  const { scene, focus } = place.dataset;
  if (!scene) return;
  delete place.dataset.scene;
  const layer = document.createElement("div");
  layer.className =
    "absolute inset-0 opacity-0 transition-opacity duration-200 group-hover:opacity-100";
  place.append(layer);
  createRoot(layer).render(
    <Picture picture={{ url: scene, colour: "", focus }} {...cardPicture} alt="" eager />,
  );
}
