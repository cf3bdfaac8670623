// Ends with 0 when the process of this container answers at /healthz. Plain JavaScript without dependencies.
const port = process.env.PORT || "3000";
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
