import { data } from "react-router";
import { pageMeta } from "#app/page-meta.ts";
import { Unauthorised } from "#app/ui/domain/error-layout.tsx";
import type { Route } from "./+types/unauthorised";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: "403 Forbidden", hidden: true });

export function loader() {
  return data(null, { status: 403 });
}

export default function UnauthorisedScreen() {
  return <Unauthorised />;
}
