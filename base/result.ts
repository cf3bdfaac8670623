/** The outcome of a use case whose failures a person can act on. `Code` is a union of stable error codes. */
export type Result<Value, Problem> = { ok: true; value: Value } | { ok: false; problem: Problem };

export function ok<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function fail<Problem>(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem };
}
