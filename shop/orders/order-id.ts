const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an order could have this id. What comes out of an address must be asked before the database is. */
export function isOrderId(text: string): boolean {
  return uuid.test(text);
}
