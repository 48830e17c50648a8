import { replace } from "react-router";
import { paths } from "../util/page-paths";

export function clientLoader(): never {
  throw replace(paths.pricing());
}

export default function Plans() {
  return null;
}
