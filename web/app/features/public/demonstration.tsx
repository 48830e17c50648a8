/** A real answer, recorded, in the hero. */
export function Demonstration() {
  return null;
}
