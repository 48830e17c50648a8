import { classNames } from "../util/class-names";

const size = 800;
const radius = 392;
const points = 16;

/** The net of a portolan chart: sixteen roses on a hidden circle, and the courses between them. Ornament only. */
export function RhumbLines({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden
      className={classNames(
        "pointer-events-none absolute [mask-image:radial-gradient(closest-side,black_25%,transparent_96%)]",
        className,
      )}
    >
      <path
        d={courses([4, 5, 6, 7])}
        stroke="var(--rhumb)"
        strokeWidth="1"
        fill="none"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={courses([8])}
        stroke="var(--rhumb-strong)"
        strokeWidth="1"
        fill="none"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Lines from each rose to the one that is `step` further, for each step; 8 goes through the middle. */
function courses(steps: readonly number[]): string {
  return steps
    .flatMap((step) =>
      Array.from(
        { length: step * 2 === points ? points / 2 : points },
        (_, index) => `M${rose(index)}L${rose(index + step)}`,
      ),
    )
    .join("");
}

function rose(index: number): string {
  const angle = (index / points) * 2 * Math.PI;
  const [x, y] = [Math.sin(angle), -Math.cos(angle)].map((part) => (size / 2 + radius * part).toFixed(1));
  return `${x} ${y}`;
}
