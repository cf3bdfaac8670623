// Ends with 0 when the process of this container answers at /healthz. Plain JavaScript without dependencies.
const { ROLE, PORT, WORKER_PORT } = process.env;
const port = ROLE === "worker" ? WORKER_PORT || "3001" : PORT || "3000";
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
