import { may, type Person } from "#shop/kernel/access.ts";
import type { TaskKind } from "#shop/staff/tasks/task-kind.ts";
import { checkTask } from "./check-import.server.ts";
import { exportTask } from "./export.server.ts";
import type { ImportKind } from "./kind.ts";
import { codesKind } from "./kinds/codes.server.ts";
import { countsKind } from "./kinds/counts.server.ts";
import { customersKind } from "./kinds/customers.server.ts";
import { picturesKind } from "./kinds/pictures.server.ts";
import { postcodesKind } from "./kinds/postcodes.server.ts";
import { promotionsKind } from "./kinds/promotions.server.ts";
import { ratesKind } from "./kinds/rates.server.ts";
import { redirectsKind } from "./kinds/redirects.server.ts";
import { subscribersKind } from "./kinds/subscribers.server.ts";
import { trackingKind } from "./kinds/tracking.server.ts";
import { fetchPicturesTask } from "./products/fetch-pictures.server.ts";
import { productsKind } from "./products/products-kind.server.ts";
import { importTask } from "./run-import.server.ts";

/** Every kind of file as the screens list them. Header rows are compared from the last one on. */
export const kinds: readonly ImportKind[] = [
  productsKind,
  // Before the customers, whose files have addresses as well.
  subscribersKind,
  countsKind,
  trackingKind,
  ratesKind,
  postcodesKind,
  promotionsKind,
  codesKind,
  customersKind,
  redirectsKind,
  picturesKind,
];

export function findKind(name: string): ImportKind | undefined {
  return kinds.find((kind) => kind.name === name);
}

/** @throws for a name that came from no list */
export function kindNamed(name: string): ImportKind {
  const kind = findKind(name);
  if (!kind) throw new Error(`there is no kind of import ${name}`);
  return kind;
}

/** The kinds that a person may import. */
export function kindsOf(actor: Person): readonly ImportKind[] {
  return kinds.filter(({ permission }) => may(actor, permission));
}

/** The long work of every kind. */
export const importTasks: readonly TaskKind[] = [
  ...kinds.flatMap((kind) => [checkTask(kind), importTask(kind), exportTask(kind)]),
  fetchPicturesTask,
];
