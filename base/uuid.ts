const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID. Check ids from addresses and forms before they reach the database. */
export function isUuid(text: unknown): text is string {
  return typeof text === "string" && shape.test(text);
}
