import type { KeyboardEvent } from "react";

/**
 * Arrow keys of a board while one of its cards has the focus: up and down in the column, left and right to the next column that
 * has cards. The other keys are those of every list (`palette/shortcuts.ts`). Cards have `data-card`, columns `data-column`.
 */
export function onCardKey(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target instanceof Element ? event.target : null;
  const card = target?.closest<HTMLElement>("[data-card]");
  const column = card?.closest("[data-column]");
  if (!card || !column || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = neighbourOf(event.key, card, column, event.currentTarget);
  const link = next?.querySelector<HTMLElement>("a[href]");
  if (!link) return;
  event.preventDefault();
  link.focus();
  link.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function neighbourOf(
  key: string,
  card: HTMLElement,
  column: Element,
  board: Element,
): HTMLElement | undefined {
  const own = cardsOf(column);
  const at = own.indexOf(card);
  const beside = (by: 1 | -1) => {
    const filled = [...board.querySelectorAll("[data-column]")].filter(
      (one) => cardsOf(one).length > 0,
    );
    const next = filled[filled.indexOf(column) + by];
    const cards = next ? cardsOf(next) : [];
    return cards[Math.min(at, cards.length - 1)];
  };
  switch (key) {
    case "ArrowDown":
      return own[at + 1];
    case "ArrowUp":
      return own[at - 1];
    case "ArrowLeft":
      return beside(-1);
    case "ArrowRight":
      return beside(1);
    default:
      return undefined;
  }
}

function cardsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-card]")];
}
