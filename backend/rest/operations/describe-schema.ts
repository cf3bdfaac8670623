import { badMethod, noOpenApi } from "../errors.ts";
import { type OpenApiScope, openApi } from "../openapi/openapi.ts";
import { contentTypeOf, negotiate } from "../query/media-type.ts";
import type { RestRequest } from "../request.ts";

/**
 * GET and HEAD of the API root: what the caller's role may access, as Swagger 2.
 * @throws RestError PGRST126
 */
export function describeSchema(request: RestRequest, publicUrl: string): Response {
  const { settings, method } = request;
  if (method === "OPTIONS") {
    return new Response(null, { status: 200, headers: { Allow: "OPTIONS,GET,HEAD" } });
  }
  if (method !== "GET" && method !== "HEAD") throw badMethod(method);
  if (settings.openApi === "disabled") throw noOpenApi();
  negotiate(
    request.headers.get("accept") ?? undefined,
    ({ kind }) => kind === "json" || kind === "openapi",
  );
  const scope: OpenApiScope = {
    cache: request.cache,
    schema: request.schema,
    role: request.role,
    followsPrivileges: settings.openApi === "follow-privileges",
    url: new URL(`${publicUrl}/rest/v1/`),
  };
  const headers = new Headers({ "Content-Type": contentTypeOf({ kind: "openapi" }) });
  if (request.isSchemaNamed) headers.set("Content-Profile", request.schema);
  const body = method === "HEAD" ? null : JSON.stringify(openApi(scope));
  return new Response(body, { status: 200, headers });
}
