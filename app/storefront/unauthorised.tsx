import { data } from "react-router";
import { Unauthorised } from "#app/ui/domain/error-screen.tsx";

export function loader() {
  return data(null, { status: 403 });
}

export default function UnauthorisedScreen() {
  return <Unauthorised />;
}
