import { data } from "react-router";
import { exportData } from "#shop/customers/export-data.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/download";

/** The actor's data as a file. Its page asks for a proof first; without one this answers 403. */
export async function loader({ context }: Route.LoaderArgs) {
  const exported = await exportData(personOf(context));
  if (!exported.ok) {
    const status = exported.problem === "too_many_requests" ? 429 : 403;
    throw data({ code: exported.problem }, { status });
  }
  const pieces = exported.value;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    // One piece each time the connection takes more.
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="data-${new Date().toISOString().slice(0, 10)}.json"`,
      "Cache-Control": "no-store",
    },
  });
}
