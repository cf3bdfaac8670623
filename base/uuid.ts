const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text could be the id of a row. What comes out of an address or a form must be asked before the database is. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && shape.test(text);
}
